#include <errno.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
int main() {
  for (int resource = 0; resource < RLIM_NLIMITS; resource++) {
    rlimit limit, none{0, 0};
    // The parent is the cell in every tier; number 1 is the machine's own where there is no process namespace.
    pid_t cell = getppid();
    if (prlimit(cell, (__rlimit_resource)resource, nullptr, &limit) == 0) printf("read %d of the cell\n", resource);
    if (prlimit(cell, (__rlimit_resource)resource, &none, nullptr) == 0) printf("set %d of the cell\n", resource);
    if (prlimit(0, (__rlimit_resource)resource, nullptr, &limit) != 0) printf("cannot read %d\n", resource);
  }
  // What gcc does at its start.
  rlimit stack;
  getrlimit(RLIMIT_STACK, &stack);
  if (setrlimit(RLIMIT_STACK, &stack) != 0) puts("cannot set its own");
  void* room = mmap(nullptr, 2 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0);
  if (room != MAP_FAILED || errno != ENOSYS) puts("huge pages");
  if (memfd_create("x", MFD_HUGETLB) != -1 || errno != ENOSYS) puts("huge pages in a memory file");
  puts("done");
}
