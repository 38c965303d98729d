#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
void* tell(void*) {
  printf("thread %d\n", (int)gettid());
  return nullptr;
}
void* nothing(void*) { return nullptr; }
void* wait_for_ever(void*) {
  for (;;) pause();
}
void start(void* (*work)(void*), bool join) {
  pthread_t thread;
  if (pthread_create(&thread, nullptr, work, nullptr) != 0) puts("no thread");
  else if (join) pthread_join(thread, nullptr);
}
int main(int, char** argv) {
  if (strcmp(argv[1], "noise") == 0) {
    for (int i = 0; i < 300; i++) start(nothing, true);
    for (int i = 0; i < 7; i++) start(wait_for_ever, false);
    puts("noise");
    fflush(stdout);
    _exit(0);
  }
  printf("process %d of %d\n", (int)getpid(), (int)getppid());
  printf("group %d, session %d\n", (int)getpgid(0), (int)getsid(0));
  for (int i = 0; i < 3; i++) start(tell, true);
}
