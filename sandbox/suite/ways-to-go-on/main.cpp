// SIGCONT would let a run go on that stands still for another: there is no way to send it, now or later.
#include <initializer_list>
#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <mqueue.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
void tell(const char* what, long result) {
  if (result >= 0 || (errno != ENOSYS && errno != EPERM)) printf("%s %ld %s\n", what, result, strerrorname_np(errno));
}
int main() {
  for (unsigned long above : {0ul, 1ul << 32, 0xfffffffful << 32}) {
    unsigned long number = above | SIGCONT;
    for (long target : {(long)getpid(), 0l, -1l, 1l}) tell("kill", syscall(SYS_kill, target, number));
    tell("tkill", syscall(SYS_tkill, gettid(), number));
    tell("tgkill", syscall(SYS_tgkill, getpid(), gettid(), number));
    siginfo_t info{};
    info.si_code = SI_QUEUE;
    tell("rt_sigqueueinfo", syscall(SYS_rt_sigqueueinfo, getpid(), number, &info));
    tell("rt_tgsigqueueinfo", syscall(SYS_rt_tgsigqueueinfo, getpid(), gettid(), number, &info));
    tell("pidfd_send_signal", syscall(SYS_pidfd_send_signal, 0, number, nullptr, 0));
    tell("when the parent ends", syscall(SYS_prctl, PR_SET_PDEATHSIG, number));
    tell("F_SETSIG", syscall(SYS_fcntl, 0, F_SETSIG, number));
    tell("when a child ends", syscall(SYS_clone, number, 0, 0, 0, 0));
    tell("when a child ends", syscall(SYS_clone, CLONE_VM | number, 0, 0, 0, 0));
  }
  tell("F_SETOWN", fcntl(0, F_SETOWN, getpid()));
  tell("F_NOTIFY", fcntl(0, F_NOTIFY, DN_ACCESS));
  tell("F_SETLEASE", fcntl(0, F_SETLEASE, F_RDLCK));
  tell("O_ASYNC", fcntl(0, F_SETFL, O_ASYNC));
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGCONT;
  timer_t timer;
  tell("timer_create", timer_create(CLOCK_REALTIME, &event, &timer));
  tell("mq_notify", syscall(SYS_mq_notify, 0, &event));
  tell("setpgid", setpgid(0, 0));
  tell("setsid", setsid());
  // Other signals to oneself are one's own affair.
  signal(SIGUSR1, SIG_IGN);
  if (raise(SIGUSR1) != 0) puts("no signal at all");
  puts("done");
}
