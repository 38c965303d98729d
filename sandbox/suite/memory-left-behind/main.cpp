#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char**) {
  size_t size = argc > 1 ? 250u << 20 : 1u << 20;
  char* room = (char*)malloc(size);
  long sum = 0;
  for (size_t i = 0; i < size; i += 512) sum += room[i];
  memset(room, 7, size);
  printf("%ld\n", sum);
}
