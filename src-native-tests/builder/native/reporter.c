/* What the builder's progress report asks of the system that builds. */
#include <jni.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

JNIEXPORT jlong JNICALL Java_com_oracle_svm_hosted_ProgressReporterCHelper_getPeakRSS0(
    JNIEnv *env, jclass type) {
  (void)env;
  (void)type;
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? (jlong)usage.ru_maxrss * 1024 : -1;
}

JNIEXPORT jint JNICALL Java_com_oracle_svm_hosted_ProgressReporterCHelper_getTerminalWindowColumns0(
    JNIEnv *env, jclass type) {
  (void)env;
  (void)type;
  struct winsize size;
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}
