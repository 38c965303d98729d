#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>
int main() {
  printf("write %d\n", (int)pwrite(0, "x", 1, 0));
  printf("truncate %d\n", ftruncate(0, 0));
  void* room = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, 0, 0);
  printf("map %d\n", room == MAP_FAILED ? -1 : 0);
  char text[64] = {};
  read(0, text, sizeof text - 1);
  fputs(text, stdout);
}
