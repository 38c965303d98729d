#include <stdio.h>
#include <stdlib.h>
int main(int, char** argv) {
  puts("right output");
  return atoi(argv[1]);
}
