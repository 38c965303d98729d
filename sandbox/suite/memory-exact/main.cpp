#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main() {
  size_t size = 100u << 20;
  char* room = (char*)malloc(size);
  memset(room, 1, size);
  free(room);
  puts("done");
}
