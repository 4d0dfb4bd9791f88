/*
 * The operating system's side of an image: environment, signals, locale, time zone, threads. Names and
 * signatures are those that the builder's Java sources declare.
 */
#define _GNU_SOURCE
#include <locale.h>
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "svm_locale.h"

extern char **environ;

char **getEnviron(void) { return environ; }

void codeSynchronization_clearCache(long start, long size) {
  __builtin___clear_cache((char *)start, (char *)start + size);
}

/* ---- threads and memory */

int getThreadId(void) { return gettid(); }

/* User time of a thread in nanoseconds from its stat line, -1 where it is not to be read. */
long getThreadUserTimeSlow(int tid) {
  char path[64], line[1024];
  snprintf(path, sizeof path, "/proc/self/task/%d/stat", tid);
  FILE *file = fopen(path, "r");
  if (file == NULL) return -1;
  size_t length = fread(line, 1, sizeof line - 1, file);
  fclose(file);
  line[length] = 0;
  char *name_end = strrchr(line, ')'); /* a thread's name may hold anything else */
  unsigned long ticks;
  if (name_end == NULL ||
      sscanf(name_end + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu", &ticks) != 1)
    return -1;
  return (long)(ticks * (1000000000UL / (unsigned long)sysconf(_SC_CLK_TCK)));
}

void *mremapP(void *from, size_t from_size, size_t to_size, int flags, void *to) {
  return mremap(from, from_size, to_size, flags, to);
}

/* ---- signals: a handler that counts, and a thread in the image that is woken to dispatch */

static sem_t pending;
static atomic_int counts[NSIG];
static atomic_bool open_now;

int cSunMiscSignal_open(void) {
  if (atomic_exchange(&open_now, true)) return 1;
  for (int i = 0; i < NSIG; i++) atomic_store(&counts[i], 0);
  return sem_init(&pending, 0, 0) == 0 ? 0 : -1;
}

int cSunMiscSignal_close(void) {
  int status = sem_destroy(&pending);
  atomic_store(&open_now, false);
  return status;
}

int cSunMiscSignal_awaitSemaphore(void) {
  int status;
  while ((status = sem_wait(&pending)) != 0 && errno == EINTR) {
  }
  return status;
}

int cSunMiscSignal_signalSemaphore(void) { return sem_post(&pending); }

bool cSunMiscSignal_signalRangeCheck(int signal) { return signal >= 0 && signal < NSIG; }

int cSunMiscSignal_checkPendingSignal(void) {
  for (int i = 0; i < NSIG; i++) {
    int n = atomic_load(&counts[i]);
    while (n > 0) {
      if (atomic_compare_exchange_weak(&counts[i], &n, n - 1)) return i;
    }
  }
  return -1;
}

static void count(int signal) {
  int saved = errno;
  if (atomic_load(&open_now) && cSunMiscSignal_signalRangeCheck(signal)) {
    atomic_fetch_add(&counts[signal], 1);
    sem_post(&pending);
  }
  errno = saved;
}

void *cSunMiscSignal_signalHandlerFunctionPointer(void) { return (void *)count; }

/* ---- attaching: an image from this builder has no attach listener; saying so is enough */

void svm_attach_startup(const char *path) { (void)path; }
void svm_attach_listener_cleanup(int listener, const char *path) {
  (void)listener;
  (void)path;
}
bool svm_attach_check_socket_file(const char *path) {
  (void)path;
  return false;
}
bool svm_attach_is_init_trigger(const char *path) {
  (void)path;
  return false;
}
int svm_attach_create_listener(const char *path) {
  (void)path;
  return -1;
}
int svm_attach_wait_for_request(int listener) {
  (void)listener;
  return -1;
}
void svm_attach_shutdown_socket(int socket) { (void)socket; }

/* ---- locale: language_COUNTRY.encoding@variant */

static svm_locale_props_t props;

typedef struct {
  const char *language, *country, *variant;
} parts;

/* A copy of what lies between start and the first of the ends, NULL where that is nothing. */
static bool copy(const char *start, const char *ends, const char **to) {
  size_t length = strcspn(start, ends);
  *to = NULL;
  return length == 0 || (*to = strndup(start, length)) != NULL;
}

static bool split(const char *name, parts *to) {
  *to = (parts){0};
  if (name == NULL || strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0 ||
      strncmp(name, "C.", 2) == 0)
    return (to->language = strdup("en")) != NULL;
  const char *country = strpbrk(name, "_.@");
  const char *variant = strchr(name, '@');
  return copy(name, "_.@", &to->language) &&
         (country == NULL || *country != '_' || copy(country + 1, ".@", &to->country)) &&
         (variant == NULL || copy(variant + 1, "", &to->variant));
}

int svm_initialize_locale(void) {
  parts display, format;
  setlocale(LC_ALL, "");
  if (!split(setlocale(LC_MESSAGES, NULL), &display) || !split(setlocale(LC_CTYPE, NULL), &format))
    return SVM_LOCALE_INITIALIZATION_OUT_OF_MEMORY;
  props = (svm_locale_props_t){
      .display_language = display.language,
      .display_country = display.country,
      .display_variant = display.variant,
      .format_language = format.language,
      .format_country = format.country,
      .format_variant = format.variant,
  };
  return SVM_LOCALE_INITIALIZATION_SUCCEEDED;
}

svm_locale_props_t *svm_get_locale(void) { return &props; }

/* ---- time zone: TZ, then where /etc/localtime leads, then UTC. The caller frees the answer. */

char *SVM_FindJavaTZmd(const char *mappings, int length) {
  (void)mappings; /* of Windows' names */
  (void)length;
  const char *tz = getenv("TZ");
  if (tz != NULL && *tz != 0) {
    if (*tz == ':') tz++;
    return strdup(strncmp(tz, "posix/", 6) == 0 ? tz + 6 : tz);
  }
  char target[PATH_MAX];
  char *real = realpath("/etc/localtime", target);
  char *zone = real == NULL ? NULL : strstr(real, "/zoneinfo/");
  return strdup(zone == NULL ? "UTC" : zone + strlen("/zoneinfo/"));
}
