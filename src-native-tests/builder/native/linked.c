/*
 * What an image expects of JDK libraries that are linked into it. Here they are shared libraries beside
 * it, whose own entry points all bear the same name: each is looked up in its library and called.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <jni.h>
#include <stdio.h>

/* Of what is linked in, an image asks for a version from 1.8 on; these libraries name older ones. */
static jint on_load(const char *library, JavaVM *vm, void *reserved) {
  void *handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
  jint (*entry)(JavaVM *, void *) = NULL;
  if (handle != NULL) *(void **)&entry = dlsym(handle, "JNI_OnLoad");
  jint version = entry == NULL ? JNI_ERR : entry(vm, reserved);
  return version < 0 || version > JNI_VERSION_1_8 ? version : JNI_VERSION_1_8;
}

jint JNI_OnLoad_java(JavaVM *vm, void *reserved) { return on_load("libjava.so", vm, reserved); }
jint JNI_OnLoad_nio(JavaVM *vm, void *reserved) { return on_load("libnio.so", vm, reserved); }
jint JNI_OnLoad_net(JavaVM *vm, void *reserved) { return on_load("libnet.so", vm, reserved); }
/* These have none. */
jint JNI_OnLoad_zip(JavaVM *vm, void *reserved) {
  (void)vm;
  (void)reserved;
  return JNI_VERSION_1_8;
}
jint JNI_OnLoad_extnet(JavaVM *vm, void *reserved) { return JNI_OnLoad_zip(vm, reserved); }
jint JNI_OnLoad_jaas(JavaVM *vm, void *reserved) { return JNI_OnLoad_zip(vm, reserved); }

/* Calls with a variable number of arguments, under fixed signatures. */
int openSII(const char *path, int flags, int mode) { return open(path, flags, mode); }
int openatISII(int folder, const char *path, int flags, int mode) {
  return openat(folder, path, flags, mode);
}
int fprintfSD(FILE *to, const char *format, const char *text, int number) {
  return fprintf(to, format, text, number);
}
