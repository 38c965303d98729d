#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(int, char** argv) {
  if (strcmp(argv[1], "socket") == 0) return socket(AF_INET, SOCK_STREAM, 0) == -1 ? 4 : 77;
  if (strcmp(argv[1], "unshare") == 0) unshare(CLONE_NEWUSER);
  if (strcmp(argv[1], "ptrace") == 0) syscall(SYS_ptrace, 0, 0, 0, 0);
  if (strcmp(argv[1], "clone") == 0) return syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0) == -1 ? 3 : 77;
  return 77;
}
