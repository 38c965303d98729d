#include <stdio.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif
alignas(64) char room[128];
int main(int argc, char**) {
  volatile int* odd = (volatile int*)(room + 1);
  *odd = 42;
  if (argc > 1) {
#if defined(__x86_64__)
    asm volatile("movaps %0, %%xmm0" : : "m"(*(room + 1)) : "xmm0");
#endif
    return 0;
  }
  printf("%d\n", *odd);
}
