#include <pthread.h>
#include <stdio.h>
long sums[31];
void* add(void* slot) {
  for (int i = 0; i < 1000; i++) *(long*)slot += i;
  return nullptr;
}
int main() {
  long total = 0;
  for (int round = 0; round < 20; round++) {
    pthread_t threads[31];
    for (int i = 0; i < 31; i++) pthread_create(&threads[i], nullptr, add, &sums[i]);
    for (pthread_t thread : threads) pthread_join(thread, nullptr);
  }
  for (long sum : sums) total += sum;
  printf("%ld\n", total);
}
