/* What the processor can do: asked at the start of an image against what the image was compiled for. */
#include <cpuid.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "amd64cpufeatures.h"

static bool bit(unsigned word, int n) { return (word >> n) & 1; }

/* State components that the operating system saves (XCR0); asked only where OSXSAVE says that one may. */
static uint64_t saved_state(void) {
  unsigned low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return ((uint64_t)high << 32) | low;
}

/* Only features that can be checked here are reported; what is not set, the compiler does not use. */
void determineCPUFeatures(CPUFeatures *f) {
  unsigned a, b, c, d;
  memset(f, 0, sizeof *f);
  if (!__get_cpuid(1, &a, &b, &c, &d)) return;
  f->fCX8 = bit(d, 8);
  f->fCMOV = bit(d, 15);
  f->fFLUSH = bit(d, 19);
  f->fMMX = bit(d, 23);
  f->fFXSR = bit(d, 24);
  f->fSSE = bit(d, 25);
  f->fSSE2 = bit(d, 26);
  f->fHT = bit(d, 28);
  f->fTSC = bit(d, 4);
  f->fSSE3 = bit(c, 0);
  f->fCLMUL = bit(c, 1);
  f->fSSSE3 = bit(c, 9);
  f->fSSE4_1 = bit(c, 19);
  f->fSSE4_2 = bit(c, 20);
  f->fPOPCNT = bit(c, 23);
  f->fAES = bit(c, 25);
  f->fHV = bit(c, 31);
  bool ymm = bit(c, 27) && (saved_state() & 6) == 6;
  f->fAVX = ymm && bit(c, 28);
  f->fFMA = ymm && bit(c, 12);
  f->fF16C = ymm && bit(c, 29);
  f->fVZEROUPPER = f->fAVX;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) {
    f->fBMI1 = bit(b, 3);
    f->fAVX2 = ymm && bit(b, 5);
    f->fBMI2 = bit(b, 8);
    f->fERMS = bit(b, 9);
    f->fADX = bit(b, 19);
    f->fFLUSHOPT = bit(b, 23);
    f->fCLWB = bit(b, 24);
    f->fSHA = bit(b, 29);
    f->fFSRM = bit(d, 4);
  }
  if (__get_cpuid(0x80000001, &a, &b, &c, &d)) {
    f->fLZCNT = bit(c, 5);
    f->fAMD_3DNOW_PREFETCH = bit(c, 8);
    f->fRDTSCP = bit(d, 27);
  }
  if (__get_cpuid(0x80000007, &a, &b, &c, &d)) {
    f->fTSCINV_BIT = bit(d, 8);
    f->fTSCINV = f->fTSCINV_BIT;
  }
}

/* The mask is the complement of what the image needs, in whole words, padding set. 0: all is there. */
int checkCPUFeatures(const uint8_t *mask) {
  union {
    CPUFeatures features;
    uint64_t words[(sizeof(CPUFeatures) + 7) / 8];
  } host;
  memset(&host, 0, sizeof host);
  determineCPUFeatures(&host.features);
  for (size_t i = 0; i < sizeof host.words / sizeof host.words[0]; i++) {
    uint64_t complement;
    memcpy(&complement, mask + 8 * i, sizeof complement);
    if ((complement | host.words[i]) != UINT64_MAX) return 1;
  }
  return 0;
}

int checkCPUFeaturesOrExit(const uint8_t *mask, const char *message) {
  if (checkCPUFeatures(mask) != 0) {
    fputs(message, stderr);
    exit(1);
  }
  return 0;
}
