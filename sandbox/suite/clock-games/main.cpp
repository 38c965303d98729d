#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>
#include <sys/syscall.h>
int main() {
  timespec time{1, 0};
  timeval clock{1, 0};
  timex adjust{};
  adjust.modes = ADJ_OFFSET_SINGLESHOT;
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int i = 0; i < 64; i++) CPU_SET(i, &set);
  sched_param param{1};
  printf("clock_settime %d\n", clock_settime(CLOCK_REALTIME, &time));
  printf("settimeofday %d\n", settimeofday(&clock, nullptr));
  printf("adjtimex %d\n", adjtimex(&adjust));
  printf("affinity %d\n", sched_setaffinity(0, sizeof set, &set));
  printf("affinity of the cell %d\n", sched_setaffinity(1, sizeof set, &set));
  printf("scheduler %d\n", sched_setscheduler(0, SCHED_FIFO, &param));
  printf("priority %d\n", setpriority(PRIO_PROCESS, 0, -5));
  printf("priority of the cell %d\n", setpriority(PRIO_PROCESS, 1, 19));
  printf("nice %d\n", nice(-1));
  // A timer may send any signal, also the one that lets a stopped program go on.
  sigevent event{};
  event.sigev_signo = SIGCONT;
  timer_t timer;
  printf("timer %d\n", timer_create(CLOCK_REALTIME, &event, &timer));
  CPU_ZERO(&set);
  sched_getaffinity(0, sizeof set, &set);
  printf("cores %d\n", CPU_COUNT(&set));
}
