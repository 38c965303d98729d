#include <stdio.h>
int main() {
  puts("right output");
  fflush(stdout);
  fclose(stdout);
  for (volatile int i = 0;;) i = i + 1;
}
