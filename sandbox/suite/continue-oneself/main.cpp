// Threads that do nothing but let their own process go on; more of them than one core could stop at once.
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>
void* go_on(void* way) {
  for (;;) {
    if (way) kill(getpid(), SIGCONT);
    else syscall(SYS_tgkill, getpid(), gettid(), SIGCONT);
  }
}
int main() {
  signal(SIGCONT, [](int) {});
  alarm(1000);
  pthread_t thread;
  for (long i = 0; i < 6; i++) pthread_create(&thread, nullptr, go_on, (void*)(i % 2));
  go_on(nullptr);
}
