#include <stdlib.h>
int main(int count, char** argv) {
  volatile char* room = (char*)malloc(count > 1 ? atoll(argv[1]) : 100'000'000'000ull);
  room[0] = 1;
  return 0;
}
