#include <stdio.h>
#include <unistd.h>
int main() {
  int made = 0;
  for (int i = 0; i < 10000; i++) {
    pid_t child = fork();
    if (child == 0) for (;;) fork();
    if (child > 0) made++;
  }
  printf("made %d\n", made);
}
