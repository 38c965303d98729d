#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
int main() {
  const char* paths[] = {"/etc/passwd", "/proc/self/maps", "/proc/self/status", "/proc/1/mem", "/proc/self/exe", "/dev/null",
                         "/dev/urandom", "/dev/tty", "/dev/shm/x", "/sys/kernel", "/usr/bin/env", "/tmp", "/minos-work", "../etc/passwd",
                         "/bin/sh", "input.txt"};
  for (const char* path : paths) {
    if (open(path, O_RDONLY) >= 0) printf("opened %s\n", path);
    if (access(path, F_OK) == 0) printf("exists %s\n", path);
  }
  const char* made[] = {"/x", "x", "/tmp/x", "/dev/x", "./y", "work/x"};
  for (const char* path : made) {
    if (open(path, O_WRONLY | O_CREAT, 0600) >= 0) printf("made %s\n", path);
  }
  if (open("/", O_RDWR | O_TMPFILE, 0600) >= 0) puts("made a nameless file");
  if (freopen("output.txt", "w", stderr)) puts("freopen");
  struct stat info;
  printf("root links %d\n", stat("/", &info) == 0 ? (int)info.st_nlink : -1);
  puts("done");
}
