// As a virtual machine does for its heap.
#include <stdio.h>
#include <sys/mman.h>
int main() {
  size_t size = 24ul << 30;
  char* room = (char*)mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room != MAP_FAILED) puts("reserved");
  if (mprotect(room + (size >> 1), 1 << 20, PROT_READ | PROT_WRITE) == 0 && (room[size >> 1] = 1)) puts("used in part");
  if (mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED) puts("refused");
}
