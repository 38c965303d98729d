#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
int main() {
  rlimit limit, more{RLIM_INFINITY, RLIM_INFINITY};
  getrlimit(RLIMIT_CORE, &limit);
  printf("%lu %lu\n", limit.rlim_cur, limit.rlim_max);
  if (setrlimit(RLIMIT_CORE, &more) == 0) puts("raised");
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) abort();
  int status = 0;
  waitpid(child, &status, 0);
  if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT) puts("no abort");
  if (WCOREDUMP(status)) puts("dumped");
  DIR* folder = opendir(".");
  for (dirent* entry; folder && (entry = readdir(folder));) {
    if (strncmp(entry->d_name, "core", 4) == 0) printf("found %s\n", entry->d_name);
  }
  puts(folder ? "done" : "cannot look");
}
