/*
 * Members only by their names: the builder reads the headers of all architectures, whichever it builds
 * for. No code here fills this one in.
 */
#ifndef AARCH64CPUFEATURES_H
#define AARCH64CPUFEATURES_H

#include <stdbool.h>

typedef struct {
  bool fFP;
  bool fASIMD;
  bool fEVTSTRM;
  bool fAES;
  bool fPMULL;
  bool fSHA1;
  bool fSHA2;
  bool fCRC32;
  bool fLSE;
  bool fDCPOP;
  bool fSHA3;
  bool fSHA512;
  bool fSVE;
  bool fSVE2;
  bool fSTXR_PREFETCH;
  bool fA53MAC;
  bool fDMB_ATOMICS;
  bool fPACA;
  bool fSVEBITPERM;
  bool fFPHP;
  bool fASIMDHP;
} CPUFeatures;

#endif
