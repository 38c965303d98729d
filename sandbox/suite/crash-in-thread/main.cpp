#include <stdio.h>
#include <pthread.h>
#include <unistd.h>
void* crash(void*) { *(volatile int*)0 = 1; return nullptr; }
int main() {
  puts("right output");
  fflush(stdout);
  pthread_t thread;
  pthread_create(&thread, nullptr, crash, nullptr);
  pthread_join(thread, nullptr);
  return 0;
}
