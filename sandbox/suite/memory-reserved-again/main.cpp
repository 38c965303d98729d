#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
int main(int, char** argv) {
  bool keep = strcmp(argv[1], "keep") == 0;
  size_t size = (keep ? 900ul : 1200ul) << 20;
  int rounds = 0;
  for (; rounds < (keep ? 24 : 100); rounds++) {
    char* room = (char*)mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED) break;
    room[0] = 1;
    if (!keep) munmap(room, size);
  }
  printf("%d\n", rounds);
}
