#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
int main() {
  for (int i = 0; i < 8; i++) {
    if (fork() == 0) {
      memset(malloc(60 << 20), 1, 60 << 20);
      for (;;) pause();
    }
  }
  wait(nullptr);  // the first one to be killed
}
