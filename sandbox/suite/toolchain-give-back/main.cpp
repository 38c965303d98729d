#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static int make(const char* name) { return open(name, O_WRONLY | O_CREAT, 0644); }
int main(int, char** argv) {
  auto asked = [&](const char* way) { return strcmp(argv[1], way) == 0; };
  if (asked("files") || asked("reject") || asked("crash")) {
    write(make("first"), "one", 3);
    write(make("./second"), "two", 3);
    make("unasked");
  }
  if (asked("reject")) return 43;
  if (asked("crash")) abort();
  if (asked("empty")) make("second");
  if (asked("link")) symlink("/etc/passwd", "first");
  if (asked("folder")) mkdir("first", 0755);
  // Whoever opened it to read would wait for a writer.
  if (asked("pipe")) mknod("first", S_IFIFO | 0644, 0);
  if (asked("closed")) close(openat(AT_FDCWD, "first", O_WRONLY | O_CREAT, 0));
  if (asked("huge")) {
    static char page[4096];
    int fd = make("first");
    for (int i = 0; i < 1024; i++) write(fd, page, sizeof page);
  }
  if (asked("sparse")) return ftruncate(make("first"), 8 << 20);
}
