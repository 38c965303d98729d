#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main() {
  size_t size = 254u << 20;
  char* room = (char*)malloc(size);
  memset(room, 1, size);
  printf("%d\n", room[size / 2]);
}
