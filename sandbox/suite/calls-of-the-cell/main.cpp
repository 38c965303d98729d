// What the cell may call and nobody else, whatever the registers hold. Prints what was answered.
#include <errno.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
char room[4096];
struct Call {
  const char* name;
  long number;
  unsigned long args[5];
};
const unsigned long at = (unsigned long)room;
const unsigned long as_the_cell = CLONE_VFORK | CLONE_FILES | CLONE_PIDFD | SIGCHLD;
const Call calls[] = {
    {"clone", SYS_clone, {as_the_cell, 0, at, 0, 0}},
    {"clone, with another descriptor", SYS_clone, {as_the_cell | 1ul << 32, 0, at, 0, 0}},
    {"clone, without vfork", SYS_clone, {as_the_cell & ~(unsigned long)CLONE_VFORK, 0, at, 0, 0}},
    {"clone3", SYS_clone3, {at, 88}},
    {"recvmsg", SYS_recvmsg, {0, at}},
    {"sendmsg", SYS_sendmsg, {1, at}},
    {"another filter", SYS_seccomp, {1, 0, at}},
    {"a listener", SYS_seccomp, {1, 8, at}},
    {"strict mode", SYS_seccomp, {0, 0, 0}},
    {"what filters can do", SYS_seccomp, {2, 0, at}},
    {"filter by prctl", SYS_prctl, {22, 2, at}},
    {"sched_setattr", SYS_sched_setattr, {0, at}},
    {"close_range", SYS_close_range, {3, ~0u, 6}},
    {"readahead", SYS_readahead, {0, 0, 4096}},
    {"ioctl", SYS_ioctl, {0, 0x541b, at}},
    {"ioctl of a listener", SYS_ioctl, {3, 0xc0502100, at}},
    {"setpgid", SYS_setpgid, {0, 0}},
};
int main() {
  for (const Call& call : calls) {
    unsigned long guess = 88172645463325252ul;
    for (int i = 0; i < 1000; i++) {
      guess ^= guess << 13, guess ^= guess >> 7, guess ^= guess << 17;
      const unsigned long* arg = call.args;
      long result = syscall(call.number, arg[0], arg[1], arg[2], arg[3], arg[4], guess);
      if (result == 0 && call.number == SYS_clone) _exit(1);
      if (result == -1 && errno == ENOSYS) continue;
      printf("%s: %ld %s\n", call.name, result, strerror(errno));
      break;
    }
  }
  // A listener would be one of these.
  for (int fd = 3; fd < 256; fd++) {
    if (write(fd, "", 0) != -1 || errno != EBADF) printf("descriptor %d\n", fd);
  }
  puts("done");
}
