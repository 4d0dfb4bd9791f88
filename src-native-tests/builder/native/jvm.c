/*
 * The part of libjvm that the JDK's own libraries (java, net, nio, zip) call in an image: clocks,
 * processors, monitors, loading of libraries, printing. What they would only call in a JVM is left to
 * generated stubs that name themselves and abort.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <jni.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static jlong nanos(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (jlong)now.tv_sec * 1000000000 + now.tv_nsec;
}

void initialize(void) {}

jint JVM_ActiveProcessorCount(void) {
  cpu_set_t set;
  int n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set)
                                                      : (int)sysconf(_SC_NPROCESSORS_ONLN);
  return n > 0 ? n : 1;
}

/* ---- time */

jlong JVM_CurrentTimeMillis(JNIEnv *env, jclass ignored) {
  (void)env;
  (void)ignored;
  return nanos(CLOCK_REALTIME) / 1000000;
}

jlong JVM_NanoTime(JNIEnv *env, jclass ignored) {
  (void)env;
  (void)ignored;
  return nanos(CLOCK_MONOTONIC);
}

/* Nanoseconds from the offset (seconds since 1970) to now; -1 where that does not fit 2^32 seconds. */
jlong JVM_GetNanoTimeAdjustment(JNIEnv *env, jclass ignored, jlong offset) {
  (void)env;
  (void)ignored;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  jlong seconds = (jlong)now.tv_sec - offset;
  if (seconds > 0xffffffffLL || seconds < -0xffffffffLL) return -1;
  return seconds * 1000000000 + now.tv_nsec;
}

/* ---- memory, containers: an image answers these itself; here the honest minimum */

jlong JVM_TotalMemory(void) { return (jlong)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE); }
jlong JVM_MaxMemory(void) { return JVM_TotalMemory(); }
jlong JVM_FreeMemory(void) { return (jlong)sysconf(_SC_AVPHYS_PAGES) * sysconf(_SC_PAGESIZE); }
jboolean JVM_IsContainerized(void) { return JNI_FALSE; }
jboolean JVM_IsUseContainerSupport(void) { return JNI_FALSE; }
void JVM_GC(void) {}

/* ---- libraries */

void *JVM_LoadLibrary(const char *name, jboolean may_throw) {
  (void)may_throw;
  return dlopen(name, RTLD_LAZY);
}

void JVM_UnloadLibrary(void *handle) { dlclose(handle); }
void *JVM_FindLibraryEntry(void *handle, const char *name) { return dlsym(handle, name); }

jboolean JVM_IsSupportedJNIVersion(jint version) {
  return version == JNI_VERSION_1_1 || version == JNI_VERSION_1_2 || version == JNI_VERSION_1_4 ||
         (version >= JNI_VERSION_1_6 && version <= JNI_VERSION_24);
}

char *JVM_NativePath(char *path) { return path; }

/* ---- the end */

void JVM_BeforeHalt(void) {}
void JVM_Halt(jint code) { _exit(code); }

/* ---- signals */

void *JVM_RegisterSignal(jint signal, void *handler) {
  struct sigaction now = {.sa_flags = SA_RESTART}, before;
  sigfillset(&now.sa_mask);
  now.sa_handler = (void (*)(int))handler;
  return sigaction(signal, &now, &before) == 0 ? (void *)before.sa_handler : (void *)-1;
}

jboolean JVM_RaiseSignal(jint signal) { return raise(signal) == 0; }

/* ---- monitors of native code, which may enter one again */

void *JVM_RawMonitorCreate(void) {
  pthread_mutex_t *monitor = malloc(sizeof *monitor);
  pthread_mutexattr_t recursive;
  if (monitor == NULL) return NULL;
  pthread_mutexattr_init(&recursive);
  pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(monitor, &recursive);
  pthread_mutexattr_destroy(&recursive);
  return monitor;
}

void JVM_RawMonitorDestroy(void *monitor) {
  pthread_mutex_destroy(monitor);
  free(monitor);
}

jint JVM_RawMonitorEnter(void *monitor) { return pthread_mutex_lock(monitor); }
void JVM_RawMonitorExit(void *monitor) { pthread_mutex_unlock(monitor); }

/* ---- printing: as the C library's, but -1 where the text was cut */

int jio_vsnprintf(char *to, size_t size, const char *format, va_list arguments) {
  int length = vsnprintf(to, size, format, arguments);
  return length >= 0 && (size_t)length < size ? length : -1;
}

int jio_snprintf(char *to, size_t size, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = jio_vsnprintf(to, size, format, arguments);
  va_end(arguments);
  return length;
}

int jio_vfprintf(FILE *to, const char *format, va_list arguments) {
  return vfprintf(to, format, arguments);
}

int jio_fprintf(FILE *to, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vfprintf(to, format, arguments);
  va_end(arguments);
  return length;
}
