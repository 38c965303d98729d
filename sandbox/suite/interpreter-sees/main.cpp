// What is in sight of an interpreter, what it learns of it, and what it cannot do to it.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <unistd.h>
void list(const char* what, const char* path) {
  dirent** names;
  int count = scandir(path, &names, nullptr, alphasort);
  if (count < 0) return (void)printf("%s: not listed\n", what);
  printf("%s:", what);
  for (int i = 0; i < count; i++) {
    if (names[i]->d_name[0] != '.') printf(" %s", names[i]->d_name);
  }
  puts("");
}
int main() {
  list("root", "/");
  list("dev", "/dev");
  list("usr", "/usr");
  list("work folder", ".");
  struct stat s;
  stat("given", &s);
  printf("given: %ld, inode %ld, times %ld %ld %ld\n", (long)s.st_size, (long)s.st_ino, (long)s.st_atime, (long)s.st_mtime, (long)s.st_ctime);
  char text[16] = {};
  read(open("/dev/stdin", O_RDONLY), text, 15);
  printf("input again: %s\n", text);
  struct stat one, other;
  stat("/usr/include/stdio.h", &one);
  fstat(open("/usr/include/stdlib.h", O_RDONLY), &other);
  printf("shown: %s, %s, %s\n", one.st_ino != other.st_ino ? "its own inode" : "the same inode", one.st_mtime ? "changed" : "never changed",
         one.st_atime || one.st_ctime ? "read" : "never read");
  struct sysinfo machine;
  sysinfo(&machine);
  printf("machine: %lu MB, %lu MB free, up %ld s, load %lu, %d process\n", machine.totalram >> 20, machine.freeram >> 20, machine.uptime,
         machine.loads[0] + machine.loads[1] + machine.loads[2], machine.procs);
  printf("terminal: %s\n", isatty(1) || errno != ENOTTY ? "yes" : "no");
  printf("for a socket: %s\n", socket(AF_INET, SOCK_STREAM, 0) < 0 ? strerror(errno) : "granted");
  const char* paths[] = {"/x", "x", "given", "/dev/x", "/dev/stdin", "/usr/x", "/usr/include/x", "/usr/include/stdio.h"};
  for (const char* path : paths) {
    if (open(path, O_WRONLY) >= 0 || open(path, O_WRONLY | O_CREAT, 0600) >= 0) printf("written %s\n", path);
    if (chmod(path, 0777) == 0 || unlink(path) == 0 || rename(path, "/y") == 0) printf("changed %s\n", path);
  }
  puts("nothing written");
}
