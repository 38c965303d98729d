#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
int main() {
  alignas(16) static char stack[65536];
  clone_args args{};
  args.exit_signal = SIGCHLD;
  auto nothing = [](void*) { return 0; };
  char* argv[] = {(char*)"sh", nullptr};
  pid_t child;
  printf("vfork %d\n", (int)vfork());
  printf("clone %d\n", clone(nothing, stack + sizeof stack, CLONE_VM | SIGCHLD, nullptr));
  printf("clone user %d\n", clone(nothing, stack + sizeof stack, CLONE_NEWUSER | SIGCHLD, nullptr));
  printf("clone3 %ld\n", syscall(SYS_clone3, &args, sizeof args));
  printf("clone thread user %ld\n", syscall(SYS_clone, CLONE_THREAD | CLONE_SIGHAND | CLONE_VM | CLONE_NEWUSER, 0, 0, 0, 0));
  printf("execve %d\n", execve("/bin/sh", argv, nullptr));
  printf("execveat %ld\n", syscall(SYS_execveat, 0, "", argv, nullptr, 0x1000));
  printf("spawn %d\n", posix_spawn(&child, "/bin/sh", nullptr, nullptr, argv, nullptr) != 0);
  printf("system %d\n", system("exit 0"));
}
