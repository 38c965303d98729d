#include <pthread.h>
#include <stdio.h>
pthread_barrier_t all;
void* meet(void*) {
  pthread_barrier_wait(&all);  // nobody ends before everybody lives
  return nullptr;
}
int main() {
  pthread_t threads[31];
  int made = 0;
  pthread_barrier_init(&all, nullptr, 32);
  for (pthread_t& thread : threads) {
    if (pthread_create(&thread, nullptr, meet, nullptr) != 0) break;
    made++;
  }
  printf("made %d\n", made);
  fflush(stdout);
  if (made < 31) __builtin_trap();
  pthread_barrier_wait(&all);
  for (pthread_t& thread : threads) pthread_join(thread, nullptr);
}
