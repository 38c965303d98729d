#include <stdio.h>
#include <sys/mman.h>
int main() {
  size_t step = 2u << 20;
  char* room = (char*)mmap(nullptr, 128 * step, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  madvise(room, 128 * step, MADV_HUGEPAGE);
  for (int i = 0; i < 128; i++) room[i * step] = 1;
  puts("touched");
}
