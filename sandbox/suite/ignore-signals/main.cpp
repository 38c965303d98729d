#include <signal.h>
void nothing(int) {}
int main() {
  for (int number = 1; number < 65; number++) signal(number, nothing);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, nullptr);
  for (volatile int i = 0;;) i = i + 1;
}
