#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
void* wait_forever(void*) { for (;;) pause(); }
int main() {
  int made = 0;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 65536);
  pthread_t thread;
  while (made < 10000 && pthread_create(&thread, &attributes, wait_forever, nullptr) == 0) made++;
  printf("made %d\n", made);
  fflush(stdout);
  _exit(0);
}
