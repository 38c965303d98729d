#include <initializer_list>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
// Names that nobody else on the machine uses: where there are no namespaces, its files are seen.
constexpr const char* kPlaces[] = {"/minos-left-behind", "minos-left-behind", "/tmp/minos-left-behind",
                                   "/dev/shm/minos-left-behind", "input"};
void leave() {
  for (const char* path : kPlaces) close(open(path, O_WRONLY | O_CREAT, 0666));
  shm_open("/left", O_CREAT | O_RDWR, 0666);
  shmget(4711, 4096, IPC_CREAT | 0666);
  semget(4711, 1, IPC_CREAT | 0666);
  mq_open("/left", O_CREAT | O_RDWR, 0666, nullptr);
  setenv("LEFT", "1", 1);
  umask(0);
  nice(5);
  sethostname("left", 4);
  chdir("/tmp");
  signal(SIGTERM, SIG_IGN);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, nullptr);
  raise(SIGTERM);
  itimerval timer{{0, 1000}, {0, 1000}};
  setitimer(ITIMER_REAL, &timer, nullptr);
  alarm(1);
  fcntl(0, F_SETFL, O_NONBLOCK);
  fcntl(1, F_SETFL, O_NONBLOCK);
  lseek(0, 5, SEEK_SET);
  for (int number = 1; number < 65; number++) kill(1, number);
  rlimit none{0, 0};
  prlimit(1, RLIMIT_NOFILE, &none, nullptr);
  puts("left");
}
void look(int priority) {
  for (const char* path : kPlaces) {
    if (access(path, F_OK) == 0) printf("file %s\n", path);
  }
  if (shmget(4711, 4096, 0) >= 0) puts("shared memory");
  if (semget(4711, 1, 0) >= 0) puts("semaphore");
  if (shm_open("/left", O_RDONLY, 0) >= 0) puts("named memory");
  if (getenv("LEFT")) puts("environment");
  if (getpriority(PRIO_PROCESS, 0) != priority) puts("priority");
  utsname name;
  uname(&name);
  if (strcmp(name.nodename, "left") == 0) puts("host name");
  sigset_t set;
  sigpending(&set);
  for (int number = 1; number < 65; number++) {
    if (sigismember(&set, number) == 1) printf("pending %d\n", number);
  }
  sigprocmask(SIG_BLOCK, nullptr, &set);
  for (int number = 1; number < 65; number++) {
    if (sigismember(&set, number) == 1) printf("blocked %d\n", number);
    struct sigaction action;
    if (sigaction(number, nullptr, &action) == 0 && action.sa_handler != SIG_DFL) printf("handled %d\n", number);
  }
  itimerval timer;
  getitimer(ITIMER_REAL, &timer);
  if (timer.it_value.tv_sec || timer.it_value.tv_usec) puts("timer");
  if ((fcntl(0, F_GETFL) | fcntl(1, F_GETFL)) & O_NONBLOCK & ~fcntl(0, F_GETFL)) puts("flags");
  if (lseek(0, 0, SEEK_CUR) != 0) puts("position");
  rusage usage;
  getrusage(RUSAGE_CHILDREN, &usage);
  if (usage.ru_maxrss != 0) puts("children");
  puts("clean");
}
int main(int, char** argv) {
  if (strcmp(argv[1], "leave") == 0) leave();
  else look(atoi(argv[2]));
}
