// The filter lets one exec pass, that of a descriptor whose number no program can have. Prints what passed.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <initializer_list>
constexpr long kEmptyPath = 0x1000;
long number;  // that of a program's own, by its limit of descriptors
char* const argv[] = {(char*)"again", nullptr};
char* const env[] = {nullptr};
void expect(const char* what, long result, int error) {
  if (result != -1 || errno != error) printf("%s: %ld %s\n", what, result, strerror(errno));
}
// By path nothing that can be executed is in sight.
void by_path(const char* path) {
  long result = syscall(SYS_execveat, number, path, argv, env, kEmptyPath);
  if (result != -1 || (errno != ENOENT && errno != EACCES)) printf("%s: %ld %s\n", path, result, strerror(errno));
}
void* try_all(void*) {
  // The number stays out of reach.
  rlimit more{1024, 1024};
  int ends[2];
  expect("limit", setrlimit(RLIMIT_NOFILE, &more), ENOSYS);
  expect("limit by number", syscall(SYS_prlimit64, getpid(), RLIMIT_NOFILE, &more, nullptr), ENOSYS);
  expect("dup3", syscall(SYS_dup3, 0, number, 0), EBADF);
  expect("F_DUPFD", fcntl(0, F_DUPFD, number), EINVAL);
  expect("F_DUPFD_CLOEXEC", fcntl(0, F_DUPFD_CLOEXEC, number), EINVAL);
  for (int i = 0; i < 300; i++) dup(0);
  expect("dup", dup(0), EMFILE);
  expect("pipe", pipe(ends), EMFILE);
  expect("open", open("/", O_RDONLY), EMFILE);
  for (int i = 3; i < 300; i++) close(i);
  expect("the program's own", syscall(SYS_execveat, number, "", argv, env, kEmptyPath), EBADF);
  // No other one passes.
  for (long fd : {-100l, 0l, 1l, 3l, number - 1, number + 1, number | 1l << 32, number - (1l << 32)}) {
    expect("another number", syscall(SYS_execveat, fd, "", argv, env, kEmptyPath), ENOSYS);
    expect("a path from another number", syscall(SYS_execveat, fd, "/bin/true", argv, env, kEmptyPath), ENOSYS);
  }
  for (long fd : {63l, 64l, 256l}) {
    if (fd != number) expect("the number of others", syscall(SYS_execveat, fd, "", argv, env, kEmptyPath), ENOSYS);
  }
  for (long flags : {0l, 0x100l, kEmptyPath | 0x100, kEmptyPath | 0x10000, kEmptyPath | 1l << 32}) {
    expect("other flags", syscall(SYS_execveat, number, "", argv, env, flags), ENOSYS);
  }
  expect("execve", execve("/bin/true", argv, env), ENOSYS);
  // A file of the run is there for all to read, and contents of a request are short-lived but regular.
  for (const char* path : {"/bin/true", "/bin/sh", "/usr/bin/env", "/", "/file", "/proc/self/cwd/file"}) by_path(path);
  return nullptr;
}
int main() {
  rlimit own{};
  getrlimit(RLIMIT_NOFILE, &own);
  number = static_cast<long>(own.rlim_cur);
  // Of a static program; of an interpreter where nobody counts its sockets, and where the cell does.
  if (number != 63 && number != 64 && number != 256) printf("%ld descriptors\n", number);
  try_all(nullptr);
  pthread_t thread;
  pthread_create(&thread, nullptr, try_all, nullptr);
  pthread_join(thread, nullptr);
  puts("done");
}
