#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
int main() {
  int visible = 0;
  for (int pid = 1; pid < 40000; pid++) {
    if (kill(pid, 0) == 0 || errno == EPERM) visible++;
  }
  printf("processes %d\n", visible);
  for (int number = 1; number < 65; number++) kill(1, number);
  kill(-1, SIGKILL);
  signal(SIGTERM, SIG_IGN);
  kill(0, SIGTERM);
  puts("still here");
}
