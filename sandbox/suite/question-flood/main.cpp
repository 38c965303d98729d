// Questions that the cell has to answer, as many and as long as can be, from as many threads as there may be.
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>
char longest[4096];
void* ask(void*) {
  struct stat s;
  for (;;) {
    stat(longest, &s);
    syscall(SYS_fstat, 0, &s);
  }
}
void start() {
  pthread_t thread;
  pthread_create(&thread, nullptr, ask, nullptr);
}
int main(int, char** argv) {
  for (int i = 0; i < 4094; i += 2) memcpy(longest + i, "/.", 2);
  for (int i = 0; i < 30; i++) start();
  if (strcmp(argv[1], "for-ever") == 0) ask(nullptr);
  // Those who ask are interrupted again and again while the cell looks, and gone in the middle of it.
  signal(SIGALRM, [](int) {});
  sigset_t alarm;
  sigemptyset(&alarm);
  sigaddset(&alarm, SIGALRM);
  sigprocmask(SIG_BLOCK, &alarm, nullptr);
  itimerval often{{0, 200}, {0, 200}};
  setitimer(ITIMER_REAL, &often, nullptr);
  if (strcmp(argv[1], "main-thread-leaves") == 0) pthread_exit(nullptr);
  usleep(50000);
  write(1, "gone\n", 5);
  _exit(0);
}
