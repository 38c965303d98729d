// Without a C library: a program of three pages, so that all it finds above them is not its own.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#if defined(__x86_64__)
asm(".globl _start\n_start: mov %rsp, %rdi\nand $-16, %rsp\ncall start\nhlt");
long call(long number, long a, long b, long c, long d) {
  register long fourth asm("r10") = d;
  asm volatile("syscall" : "+a"(number) : "D"(a), "S"(b), "d"(c), "r"(fourth) : "rcx", "r11", "memory");
  return number;
}
#else
asm(".globl _start\n_start: mov x0, sp\nbl start\nbrk #1");
long call(long number, long a, long b, long c, long d) {
  register long x8 asm("x8") = number, x0 asm("x0") = a, x1 asm("x1") = b, x2 asm("x2") = c, x3 asm("x3") = d;
  asm volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3) : "memory");
  return x0;
}
#endif
void say(const char* text, long size) { call(SYS_write, 1, (long)text, size, 0); }
extern "C" void start(long* stack) {
  struct rusage usage;
  call(SYS_getrusage, RUSAGE_SELF, (long)&usage, 0, 0);
  if (usage.ru_maxrss <= 256) say("nothing\n", 8);
  else say("memory\n", 7);
  struct stat info;
  for (int i = 0; stack[0] > 2 && i < 1000; i++) {
    call(SYS_newfstatat, AT_FDCWD, (long)"input", (long)&info, 0);
    call(SYS_newfstatat, AT_FDCWD, (long)"/none", (long)&info, 0);
    call(SYS_newfstatat, i % 4, (long)"", (long)&info, AT_EMPTY_PATH);
  }
  call(SYS_exit_group, 0, 0, 0, 0);
}
