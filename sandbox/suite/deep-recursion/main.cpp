#include <stdio.h>
#include <string.h>
__attribute__((noinline)) long down(long depth) {
  volatile char frame[1000];
  frame[depth % 1000] = 1;
  return depth == 0 ? 0 : down(depth - 1) + frame[depth % 1000];
}
int main() { printf("%ld\n", down(200000)); }
