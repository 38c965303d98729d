#include <pthread.h>
#include <stdio.h>
void* later(void*) {
  for (volatile int i = 0; i < 100000000; i = i + 1) {}
  puts("from the last thread");
  return nullptr;
}
int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, later, nullptr);
  pthread_exit(nullptr);
}
