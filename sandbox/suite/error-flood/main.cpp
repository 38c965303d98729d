#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(int, char** argv) {
  long left = atol(argv[1]);
  int fd = atoi(argv[2]);
  static char chunk[65536];
  memset(chunk, 'x', sizeof chunk);
  while (left > 0) {
    long size = left < (long)sizeof chunk ? left : (long)sizeof chunk;
    long wrote = write(fd, chunk, size);
    if (wrote <= 0) return 1;
    left -= wrote;
  }
}
