#include <stdio.h>
#include <unistd.h>
int main() {
  puts("before");
  fflush(stdout);
  close(1);
  close(2);
  for (volatile int i = 0; i < 50000000; i = i + 1) {}
  return 3;
}
