#include <stdio.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>
rlimit read_limit(int resource) {
  rlimit limit;
  if (getrlimit((__rlimit_resource)resource, &limit) < 0) printf("cannot read %d\n", resource);
  return limit;
}
// What is granted need not be done: only what has changed counts.
void look(const char* what, int resource, rlimit before) {
  rlimit now = read_limit(resource);
  if (now.rlim_cur != before.rlim_cur || now.rlim_max != before.rlim_max) printf("%s %d\n", what, resource);
}
int main() {
  for (int resource = 0; resource < RLIM_NLIMITS; resource++) {
    rlimit before = read_limit(resource), limit;
    rlimit more{RLIM_INFINITY, RLIM_INFINITY}, none{0, 0};
    setrlimit((__rlimit_resource)resource, &more);
    look("raised", resource, before);
    setrlimit((__rlimit_resource)resource, &none);
    look("lowered", resource, before);
    syscall(SYS_setrlimit, resource, &none);
    look("lowered by the older call", resource, before);
    if (prlimit(1, (__rlimit_resource)resource, &none, nullptr) == 0) printf("lowered the cell's %d\n", resource);
    if (prlimit(1, (__rlimit_resource)resource, nullptr, &limit) == 0) printf("read the cell's %d\n", resource);
  }
  puts("done");
}
