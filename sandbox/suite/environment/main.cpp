#include <stdio.h>
#include <sys/utsname.h>
#include <unistd.h>
extern char** environ;
int main(int argc, char**) {
  int count = 0;
  while (environ[count]) count++;
  utsname name;
  uname(&name);
  printf("%d %d %s %d\n", argc, count, name.nodename, (int)getpid());
}
