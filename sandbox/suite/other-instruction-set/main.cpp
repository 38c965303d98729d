int main() {
#if defined(__x86_64__)
  int result;
  asm volatile("int $0x80" : "=a"(result) : "a"(20) : "memory");  // getpid of i386, mkdir-like numbers beside it
  return 77;
#endif
  return 0;
}
