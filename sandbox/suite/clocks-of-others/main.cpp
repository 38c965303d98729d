#include <initializer_list>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
clockid_t own_thread;
void* look(void*) {
  pthread_getcpuclockid(pthread_self(), &own_thread);
  timespec time;
  printf("this thread %d\n", clock_gettime(own_thread, &time));
  return nullptr;
}
int main() {
  timespec time{0, 0};
  // Of process 1 and of one that no machine can have: all kinds, with and without something in the half that the kernel does not read.
  for (unsigned pid : {1u, 5000000u}) {
    int told = 0;
    for (unsigned kind = 0; kind < 8; kind++) {
      for (unsigned long above : {0ul, 0xfffffffful, 0x1234ul}) {
        unsigned long clock = above << 32 | ((~pid << 3) | kind);
        told += syscall(SYS_clock_gettime, clock, &time) == 0 || errno != EINVAL;
        told += syscall(SYS_clock_getres, clock, &time) == 0 || errno != EINVAL;
        timespec now{0, 0};
        told += syscall(SYS_clock_nanosleep, clock, 0, &now, nullptr) == 0;
      }
    }
    printf("of process %u: %d\n", pid, told);
  }
  clockid_t clock;
  for (clockid_t fixed : {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID, CLOCK_MONOTONIC_RAW,
                          CLOCK_REALTIME_COARSE, CLOCK_MONOTONIC_COARSE, CLOCK_BOOTTIME, CLOCK_TAI}) {
    if (clock_gettime(fixed, &time) != 0 || clock_getres(fixed, &time) != 0) printf("no clock %d\n", fixed);
  }
  printf("own %d\n", clock_getcpuclockid(0, &clock) || clock_gettime(clock, &time));
  printf("own by number %d\n", clock_getcpuclockid(getpid(), &clock) || clock_gettime(clock, &time));
  pthread_getcpuclockid(pthread_self(), &clock);
  printf("main thread %d\n", clock_gettime(clock, &time));
  pthread_t thread;
  pthread_create(&thread, nullptr, look, nullptr);
  pthread_join(thread, nullptr);
}
