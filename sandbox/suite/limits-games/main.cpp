#include <stdio.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>
int main() {
  for (int resource = 0; resource < RLIM_NLIMITS; resource++) {
    rlimit limit;
    if (getrlimit((__rlimit_resource)resource, &limit) < 0) printf("cannot read %d\n", resource);
    rlimit more{RLIM_INFINITY, RLIM_INFINITY}, none{0, 0};
    if (setrlimit((__rlimit_resource)resource, &more) == 0) printf("raised %d\n", resource);
    if (setrlimit((__rlimit_resource)resource, &none) == 0) printf("lowered %d\n", resource);
    if (syscall(SYS_setrlimit, resource, &none) == 0) printf("lowered %d by the older call\n", resource);
    if (prlimit(1, (__rlimit_resource)resource, &none, nullptr) == 0) printf("lowered the cell's %d\n", resource);
    if (prlimit(1, (__rlimit_resource)resource, nullptr, &limit) == 0) printf("read the cell's %d\n", resource);
  }
  puts("done");
}
