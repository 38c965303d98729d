#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
int main() {
  size_t size = 120u << 20;
  char* room = (char*)mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memset(room, 1, size);
  madvise(room, size, MADV_DONTNEED);
  munmap(room, size);
  puts("gone");
}
