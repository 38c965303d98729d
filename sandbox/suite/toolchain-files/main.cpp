#include <initializer_list>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include <string.h>
#include <signal.h>
int main() {
  signal(SIGXFSZ, SIG_IGN);
  for (const char* path : {"/etc/passwd", "/etc/hostname", "/proc/self/maps", "/proc/1/environ", "/dev/random", "/dev/null", "/sys", "/root", "/home", "/tmp/x"}) {
    if (open(path, O_RDONLY) >= 0) printf("opened %s\n", path);
  }
  for (const char* path : {"/x", "/usr/x", "/tmp/x", "/etc/x", "../x"}) {
    if (open(path, O_WRONLY | O_CREAT, 0600) >= 0) printf("made %s\n", path);
  }
  static char chunk[1 << 20];
  memset(chunk, 1, sizeof chunk);
  long total = 0;
  for (int i = 0; i < 40; i++) {
    char name[16];
    snprintf(name, sizeof name, "f%d", i);
    int fd = open(name, O_WRONLY | O_CREAT, 0600);
    long size = 0;
    for (long wrote; fd >= 0 && (wrote = write(fd, chunk, sizeof chunk)) > 0;) size += wrote;
    if (size > 8 << 20) puts("a file over the limit");
    total += size;
  }
  puts(total > 0 && total <= 16 << 20 ? "bounded" : "not bounded");
}
