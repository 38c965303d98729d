// All the work is in another thread, or in one thread after another. The first one only waits.
#include <pthread.h>
#include <stdlib.h>
void* spin(void* rounds) {
  for (volatile long i = 0; !rounds || i < (long)rounds; i = i + 1) {
  }
  return nullptr;
}
int main(int argc, char** argv) {
  for (;;) {
    pthread_t thread;
    pthread_create(&thread, nullptr, spin, argc > 1 ? (void*)atol(argv[1]) : nullptr);
    pthread_join(thread, nullptr);
  }
}
