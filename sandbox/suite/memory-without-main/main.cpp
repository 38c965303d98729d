// When the first thread has left, what the others have is the program's all the same.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
void* grow(void* first) {
  pthread_join(*(pthread_t*)first, nullptr);
  for (int i = 0; i < 8; i++) memset(malloc(60 << 20), 1, 60 << 20);
  for (;;) pause();
}
int main() {
  static pthread_t first = pthread_self();
  pthread_t other;
  pthread_create(&other, nullptr, grow, &first);
  pthread_exit(nullptr);
}
