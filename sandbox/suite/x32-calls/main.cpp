#include <errno.h>
#include <unistd.h>
#include <sys/syscall.h>
int main() {
#if defined(__x86_64__)
  long result = syscall(0x40000000 + SYS_socket, 1, 1, 0);
  return result == -1 && errno == ENOSYS ? 3 : 77;
#endif
  return 0;
}
