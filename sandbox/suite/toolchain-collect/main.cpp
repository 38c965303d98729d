#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int main(int, char** argv) {
  if (strcmp(argv[1], "file") == 0) {
    int fd = open("result", O_WRONLY | O_CREAT, 0755);
    write(fd, "content", 7);
  }
  if (strcmp(argv[1], "link") == 0) symlink("/etc/passwd", "result");
  if (strcmp(argv[1], "folder") == 0) mkdir("result", 0755);
  if (strcmp(argv[1], "crash") == 0) {
    close(open("result", O_WRONLY | O_CREAT, 0755));
    return 1;
  }
  if (strcmp(argv[1], "sparse") == 0) {
    int fd = open("result", O_WRONLY | O_CREAT, 0755);
    return ftruncate(fd, 1l << 40) == 0;
  }
}
