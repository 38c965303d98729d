#include <signal.h>
#include <stdio.h>
#include <unistd.h>
int main() {
  for (int i = 0; i < 4; i++) {
    if (fork() == 0) {
      setsid();
      if (fork() == 0) {
        for (int number = 1; number < 65; number++) signal(number, SIG_IGN);
        for (;;) pause();
      }
      _exit(0);
    }
  }
  puts("left them");
}
