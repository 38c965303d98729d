#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <unistd.h>
int less(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }
int main(int, char** argv) {
  printf("name %s, executed as %s\n", argv[0], (const char*)getauxval(AT_EXECFN));
  auto tell = [](const char* what, long result) { printf("%s: %s\n", what, result < 0 ? strerrorname_np(errno) : "told"); };
  struct sysinfo info;
  char name[64];
  tell("sysinfo", sysinfo(&info));
  tell("name", prctl(PR_GET_NAME, name));
  void* head;
  size_t size;
  tell("robust list", syscall(SYS_get_robust_list, 1, &head, &size));
  unsigned char resident;
  void* page = mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE, 0, 0);
  tell("page cache", mincore(page, 4096, &resident));
  int descriptor = -1;
  tell("descriptor of a process", syscall(SYS_clone, CLONE_PIDFD | SIGCHLD, 0, &descriptor, 0, 0));
  unsigned long thread = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM | CLONE_PIDFD;
  tell("descriptor of a thread", syscall(SYS_clone, thread, 0, &descriptor, 0, 0));
  tell("pidfd_open", syscall(SYS_pidfd_open, getpid(), 0));
  tell("pipe's size", fcntl(1, F_GETPIPE_SZ));
  tell("owner", fcntl(1, F_GETOWN));
  // What the C library asks the machine's memory for.
  static int values[100000];
  for (int i = 0; i < 100000; i++) values[i] = i * 7919 % 100003;
  qsort(values, 100000, sizeof(int), less);
  for (int i = 1; i < 100000; i++) {
    if (values[i - 1] > values[i]) return puts("not sorted"), 1;
  }
  puts("sorted");
}
