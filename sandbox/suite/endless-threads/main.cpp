#include <pthread.h>
void* spin(void*) { for (volatile int i = 0;;) i = i + 1; }
int main() {
  pthread_t thread;
  for (int i = 0; i < 4; i++) pthread_create(&thread, nullptr, spin, nullptr);
  spin(nullptr);
}
