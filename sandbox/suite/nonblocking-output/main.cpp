#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>
int main() {
  fcntl(1, F_SETFL, O_NONBLOCK);
  static char chunk[4096];
  for (int i = 0; i < 4096; i++) chunk[i] = 'x';
  long left = 1000000;
  while (left > 0) {
    long wrote = write(1, chunk, left < 4096 ? left : 4096);
    pollfd out{1, POLLOUT, 0};
    if (wrote < 0 && errno == EAGAIN) poll(&out, 1, -1);
    if (wrote > 0) left -= wrote;
  }
}
