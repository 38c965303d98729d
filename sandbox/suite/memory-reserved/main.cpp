#include <stdio.h>
#include <stdlib.h>
int main() {
  size_t size = 1536u << 20;
  char* room = (char*)malloc(size);
  if (!room) return 1;
  room[size - 1] = 1;
  puts("granted");
}
