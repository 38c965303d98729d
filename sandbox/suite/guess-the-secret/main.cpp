#include <errno.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>
int main() {
  int answered = 0;
  unsigned long guess = 88172645463325252ul;
  char* argv[] = {nullptr};
  for (int i = 0; i < 100000; i++) {
    guess ^= guess << 13, guess ^= guess >> 7, guess ^= guess << 17;
    if (syscall(SYS_execveat, 0, "", argv, argv, 0x1000, guess) != -1 || errno != ENOSYS) answered++;
    if (syscall(SYS_unlinkat, 3, "x", 0, 0, 0, guess) != -1 || errno != ENOSYS) answered++;
  }
  printf("%d\n", answered);
}
