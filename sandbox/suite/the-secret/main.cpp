// No C library: looks at the registers as exec left them. Exit code: how many are not zero.
#if defined(__x86_64__)
asm(R"(
.globl _start
_start:
  xor %edi, %edi
  .macro look register
  test \register, \register
  jz 1f
  inc %edi
1:
  .endm
  look %rax
  look %rbx
  look %rcx
  look %rdx
  look %rsi
  look %rbp
  look %r8
  look %r9
  look %r10
  look %r11
  look %r12
  look %r13
  look %r14
  look %r15
  mov $231, %eax
  syscall
)");
#else
asm(R"(
.globl _start
_start:
  orr x9, x1, x2
  orr x9, x9, x3
  orr x9, x9, x4
  orr x9, x9, x5
  orr x9, x9, x6
  orr x9, x9, x7
  orr x9, x9, x8
  cmp x9, #0
  cset x0, ne
  mov x8, #94
  svc #0
)");
#endif
