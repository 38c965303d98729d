#include <stdlib.h>
int main() {
  volatile char* room = (char*)malloc(100'000'000'000ull);
  room[0] = 1;
  return 0;
}
