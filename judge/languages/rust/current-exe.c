/*
 * rustc before 1.70 asks the kernel for its own path and gives up where there is no /proc, as in the sandbox, although it
 * is told where everything is. Loaded before the C library, this answers in the kernel's place.
 */
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

ssize_t readlink(const char* path, char* to, size_t size) {
  static const char itself[] = RUSTC;
  if (strcmp(path, "/proc/self/exe") != 0) return syscall(SYS_readlinkat, AT_FDCWD, path, to, size);
  size_t length = strlen(itself) < size ? strlen(itself) : size;
  memcpy(to, itself, length);
  return (ssize_t)length;
}
