#include <initializer_list>
#include <stdio.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
// With an argument: whether each is still the file full of holes that it is on the disk; a copy would be full of zeros.
int main(int argc, char**) {
  for (const char* name : {"input", "output", "answer"}) {
    char text[64] = {};
    int fd = open(name, O_RDONLY);
    if (fd < 0) {
      printf("no %s\n", name);
      continue;
    }
    bool is_hollow = lseek(fd, 0, SEEK_DATA) < 0;
    lseek(fd, 0, SEEK_SET);
    read(fd, text, sizeof text - 1);
    if (argc > 1) {
      printf("%s=%s\n", name, is_hollow ? "hollow" : "full");
    } else {
      printf("%s=%s\n", name, text);
    }
    if (open(name, O_WRONLY) >= 0 || open(name, O_RDWR | O_TRUNC) >= 0) puts("writable");
    if (fchmod(fd, 0777) == 0 || unlink(name) == 0 || rename(name, "other") == 0) puts("removable");
  }
}
