#include <initializer_list>
#include <stdio.h>
#include <fcntl.h>
#include <unistd.h>
int main() {
  for (const char* name : {"input", "output", "answer"}) {
    char text[64] = {};
    int fd = open(name, O_RDONLY);
    if (fd < 0) {
      printf("no %s\n", name);
      continue;
    }
    read(fd, text, sizeof text - 1);
    printf("%s=%s\n", name, text);
    if (open(name, O_WRONLY) >= 0 || open(name, O_RDWR | O_TRUNC) >= 0) puts("writable");
    if (unlink(name) == 0 || rename(name, "other") == 0) puts("removable");
  }
}
