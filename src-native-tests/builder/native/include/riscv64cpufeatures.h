/*
 * Members only by their names: the builder reads the headers of all architectures, whichever it builds
 * for. No code here fills this one in.
 */
#ifndef RISCV64CPUFEATURES_H
#define RISCV64CPUFEATURES_H

#include <stdbool.h>

typedef struct {
  bool fI;
  bool fM;
  bool fA;
  bool fF;
  bool fD;
  bool fC;
  bool fV;
} CPUFeatures;

#endif
