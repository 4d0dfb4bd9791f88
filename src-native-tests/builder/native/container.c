/*
 * Limits of the control group that the process runs in (versions 2 and 1), so that an image sizes its heap
 * and its pools by the pod's limits. -1 means no limit or not known, as the image's start-up code reads it.
 */
#define _GNU_SOURCE
#include <limits.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define VERSION 240100
#define NO_LIMIT (-1L)

static bool unified;
static char memory[PATH_MAX] = "", cpu[PATH_MAX] = "";

static bool read_line(const char *folder, const char *file, char *line, int size) {
  char path[PATH_MAX + 64];
  snprintf(path, sizeof path, "%s/%s", folder, file);
  FILE *in = fopen(path, "r");
  if (in == NULL) return false;
  bool read = fgets(line, size, in) != NULL;
  fclose(in);
  return read;
}

/* A number in a file; NO_LIMIT where it is "max", huge (how version 1 says so), or not there. */
static long number(const char *folder, const char *file) {
  char line[64];
  if (*folder == 0 || !read_line(folder, file, line, sizeof line)) return NO_LIMIT;
  char *end;
  long value = strtol(line, &end, 10);
  return end == line || value < 0 || value > LONG_MAX / 2 ? NO_LIMIT : value;
}

/* In a container the group is often the root of what is mounted: then its path is not to be seen there. */
static void choose(char *to, const char *mount, const char *path) {
  snprintf(to, PATH_MAX, "%s%s", mount, strcmp(path, "/") == 0 ? "" : path);
  if (access(to, R_OK) != 0) snprintf(to, PATH_MAX, "%s", mount);
}

static void find_groups(void) {
  unified = access("/sys/fs/cgroup/cgroup.controllers", R_OK) == 0;
  FILE *in = fopen("/proc/self/cgroup", "r");
  char line[PATH_MAX];
  while (in != NULL && fgets(line, sizeof line, in) != NULL) {
    char *controllers = strchr(line, ':');
    char *path = controllers == NULL ? NULL : strchr(controllers + 1, ':');
    if (path == NULL) continue;
    *path++ = 0;
    path[strcspn(path, "\n")] = 0;
    controllers++;
    if (unified && *controllers == 0) {
      choose(memory, "/sys/fs/cgroup", path);
      strcpy(cpu, memory);
    } else if (!unified && strcmp(controllers, "memory") == 0) {
      choose(memory, "/sys/fs/cgroup/memory", path);
    } else if (!unified && strstr(controllers, "cpu,") == controllers) {
      choose(cpu, "/sys/fs/cgroup/cpu,cpuacct", path);
    } else if (!unified && strcmp(controllers, "cpu") == 0) {
      choose(cpu, "/sys/fs/cgroup/cpu", path);
    }
  }
  if (in != NULL) fclose(in);
}

/* The limit counts only where it is below the machine's own memory. */
static long limit(const char *file) {
  long value = number(memory, file);
  long machine = sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE);
  return value == NO_LIMIT || value >= machine ? NO_LIMIT : value;
}

long svm_container_memory_limit_in_bytes(void) {
  return limit(unified ? "memory.max" : "memory.limit_in_bytes");
}

long svm_container_memory_and_swap_limit_in_bytes(void) {
  if (!unified) return limit("memory.memsw.limit_in_bytes");
  long swap = number(memory, "memory.swap.max"), main_memory = limit("memory.max");
  return swap == NO_LIMIT || main_memory == NO_LIMIT ? NO_LIMIT : main_memory + swap;
}

long svm_container_memory_soft_limit_in_bytes(void) {
  return limit(unified ? "memory.low" : "memory.soft_limit_in_bytes");
}

long svm_container_memory_usage_in_bytes(void) {
  return number(memory, unified ? "memory.current" : "memory.usage_in_bytes");
}

long svm_container_memory_max_usage_in_bytes(void) {
  return number(memory, unified ? "memory.peak" : "memory.max_usage_in_bytes");
}

static long statistic(const char *name) {
  char path[PATH_MAX + 64], key[64];
  long value;
  snprintf(path, sizeof path, "%s/memory.stat", memory);
  FILE *in = fopen(path, "r");
  long found = NO_LIMIT;
  while (in != NULL && fscanf(in, "%63s %ld", key, &value) == 2) {
    if (strcmp(key, name) == 0) found = value;
  }
  if (in != NULL) fclose(in);
  return found;
}

long svm_container_rss_usage_in_bytes(void) { return statistic(unified ? "anon" : "rss"); }
long svm_container_cache_usage_in_bytes(void) { return statistic(unified ? "file" : "cache"); }

size_t svm_container_physical_memory(void) {
  long bound = svm_container_memory_limit_in_bytes();
  return bound == NO_LIMIT ? (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE)
                           : (size_t)bound;
}

/* Processors that the process may run on, whatever a quota says. */
static int processors(void) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set)
                                                     : (int)sysconf(_SC_NPROCESSORS_ONLN);
}

/* Whole processors that the quota pays for, at least one, at most those that are there. */
int svm_container_active_processor_count(void) {
  int there = processors();
  long quota = NO_LIMIT, period = NO_LIMIT;
  if (unified) {
    char line[64];
    if (read_line(cpu, "cpu.max", line, sizeof line) && sscanf(line, "%ld %ld", &quota, &period) != 2)
      quota = NO_LIMIT;
  } else {
    quota = number(cpu, "cpu.cfs_quota_us");
    period = number(cpu, "cpu.cfs_period_us");
  }
  if (quota <= 0 || period <= 0) return there;
  long paid = (quota + period - 1) / period;
  return paid < there ? (int)paid : there;
}

/* 0: no container, 1: one. A group with a limit is what the caller wants to know of. */
int svm_container_initialize(int version) {
  if (version != VERSION) return version < VERSION ? 3 : 2;
  find_groups();
  return svm_container_memory_limit_in_bytes() != NO_LIMIT ||
         svm_container_active_processor_count() < processors();
}
