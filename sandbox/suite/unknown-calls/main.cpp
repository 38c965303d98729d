#include <errno.h>
#include <stdio.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
void show(const char* name, long result) { printf("%s %s\n", name, result == -1 && errno == ENOSYS ? "ENOSYS" : "answered"); }
int main() {
  show("personality", personality(ADDR_NO_RANDOMIZE));
  show("seccomp", syscall(SYS_seccomp, 1, 0, 0));
  show("prctl seccomp", prctl(PR_SET_SECCOMP, 1));
  show("prctl huge pages", prctl(PR_SET_THP_DISABLE, 0, 0, 0, 0));
  show("prctl dumpable", prctl(PR_SET_DUMPABLE, 1));
  show("sendmsg", syscall(SYS_sendmsg, 3, 0, 0));
  show("recvmsg", syscall(SYS_recvmsg, 3, 0, 0));
  show("ioctl", syscall(SYS_ioctl, 1, 0x5413, 0));
  show("mlock", syscall(SYS_mlock, 0, 4096));
  show("setsid", syscall(SYS_setsid));
  show("pidfd_open", syscall(SYS_pidfd_open, 1, 0));
  show("msgget", syscall(SYS_msgget, 0, 0));
  show("semget", syscall(SYS_semget, 0, 1, 0));
  show("mq_open", syscall(SYS_mq_open, "x", 0, 0, 0));
  show("inotify", syscall(SYS_inotify_init1, 0));
  show("fanotify", syscall(SYS_fanotify_init, 0, 0));
  show("quotactl", syscall(SYS_quotactl, 0, 0, 0, 0));
  show("syslog", syscall(SYS_syslog, 3, 0, 0));
  show("sethostname", syscall(SYS_sethostname, "x", 1));
  show("splice", syscall(SYS_splice, 0, 0, 1, 0, 1, 0));
  show("mbind", syscall(SYS_mbind, 0, 0, 0, 0, 0, 0));
  show("landlock", syscall(444, 0, 0, 1));
  show("number 999", syscall(999));
}
