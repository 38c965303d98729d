// Threads that wake up together again and again, so that most of them wait for each other, and then sleep.
#include <pthread.h>
#include <time.h>
void* wake_up(void*) {
  for (;;) {
    timespec next;
    clock_gettime(CLOCK_MONOTONIC, &next);
    next.tv_nsec = next.tv_nsec / 20000000 * 20000000 + 20000000;
    if (next.tv_nsec >= 1000000000) next = {next.tv_sec + 1, 0};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, nullptr);
    for (volatile int i = 0; i < 20000; i = i + 1) {
    }
  }
}
int main() {
  pthread_t thread;
  for (int i = 0; i < 30; i++) pthread_create(&thread, nullptr, wake_up, nullptr);
  wake_up(nullptr);
}
