#include <stdio.h>
static char room[1u << 30];
int main() {
  room[12345] = 1;
  printf("%d\n", room[12345]);
}
