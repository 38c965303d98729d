#include <stdio.h>
#include <unistd.h>
int main() {
  static char chunk[65536];
  long total = 0;
  for (long got; (got = read(0, chunk, sizeof chunk)) > 0;) total += got;
  printf("%ld\n", total);
}
