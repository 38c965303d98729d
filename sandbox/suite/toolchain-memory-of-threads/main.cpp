// Processes that another thread than the first has started, as rustc starts its linker.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
void* start(void*) {
  for (int i = 0; i < 8; i++) {
    if (fork() == 0) {
      memset(malloc(60 << 20), 1, 60 << 20);
      for (;;) pause();
    }
  }
  wait(nullptr);  // the first one to be killed
  return nullptr;
}
int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, start, nullptr);
  pthread_join(thread, nullptr);
}
