#include "launch.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <linux/sched.h>
#include <linux/sched/types.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#if __has_include(<sys/rseq.h>)
#include <sys/rseq.h>
#endif
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>

#include "watch.h"

// A section of its own: of the helper's code the child has no more than this. The linker names its ends, and those of
// what the helper executes and writes to.
#define MINOS_CHILD "minos_child"
extern "C" const char __start_minos_child[], __stop_minos_child[], __executable_start[], etext[], __init_array_start[],
    end[];

namespace minos {

namespace {

// clone with a stack of the child's own needs a few instructions that C++ cannot write: the child wakes up with
// an empty stack, without the memory in which this lies, and must call `enter` instead of returning. Layout is known to
// the assembly below.
struct RawClone {
  long number;
  long arg[6];
  void (*enter)(void*);
  void* context;
};

extern "C" long minos_raw_clone(RawClone*);

#if defined(__x86_64__)
asm(R"(
.pushsection minos_child, "ax", %progbits
.globl minos_raw_clone
.type minos_raw_clone, @function
minos_raw_clone:
  push %rbx
  push %r12
  mov (%rdi), %rax
  mov 16(%rdi), %rsi
  mov 24(%rdi), %rdx
  mov 32(%rdi), %r10
  mov 40(%rdi), %r8
  mov 48(%rdi), %r9
  mov 56(%rdi), %rbx
  mov 64(%rdi), %r12
  mov 8(%rdi), %rdi
  syscall
  test %rax, %rax
  jz 1f
  pop %r12
  pop %rbx
  ret
1:
  xor %ebp, %ebp
  mov %r12, %rdi
  call *%rbx
  hlt
.size minos_raw_clone, .-minos_raw_clone
.popsection
)");
#elif defined(__aarch64__)
asm(R"(
.pushsection minos_child, "ax", %progbits
.globl minos_raw_clone
.type minos_raw_clone, %function
minos_raw_clone:
  stp x19, x20, [sp, #-16]!
  ldr x8, [x0]
  ldp x2, x3, [x0, #24]
  ldp x4, x5, [x0, #40]
  ldp x19, x20, [x0, #56]
  ldp x0, x1, [x0, #8]
  svc #0
  cbz x0, 1f
  ldp x19, x20, [sp], #16
  ret
1:
  mov x29, #0
  mov x0, x20
  blr x19
  brk #1
.size minos_raw_clone, .-minos_raw_clone
.popsection
)");
#else
#error "x86-64 and arm64 only"
#endif

// From here to the end of enter_child the child runs, with nothing but this code, constants and the room: no C library,
// whose errno lies elsewhere, and no guard of the stack, which does too.
#pragma GCC push_options
#pragma GCC optimize("no-stack-protector")

// Negative: the error.
[[gnu::always_inline]] inline long call(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0) {
#if defined(__x86_64__)
  register long fourth asm("r10") = d;
  register long fifth asm("r8") = e;
  asm volatile("syscall"
               : "+a"(number)
               : "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth)
               : "rcx", "r11", "memory");
  return number;
#else
  register long x8 asm("x8") = number;
  register long x0 asm("x0") = a;
  register long x1 asm("x1") = b;
  register long x2 asm("x2") = c;
  register long x3 asm("x3") = d;
  register long x4 asm("x4") = e;
  asm volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4) : "memory");
  return x0;
#endif
}

[[gnu::always_inline]] inline long address_of(const void* thing) { return reinterpret_cast<long>(thing); }

[[gnu::always_inline]] inline void check(Launch& launch, long result, const char* step) {
  if (result >= 0) return;
  launch.step = step;
  launch.failure = static_cast<int>(-result);
  for (;;) call(SYS_exit_group, 127);
}

// A long slice: whoever wakes up on this core (the cell, the worker, the database) goes before the program at once
// instead of waiting for the end of its slice, while its share of the core stays the same. Linux before 6.12 takes no
// notice.
[[gnu::always_inline]] inline void be_patient(int niceness) {
  struct sched_attr attributes {};
  attributes.size = sizeof attributes;
  attributes.sched_flags = SCHED_FLAG_KEEP_POLICY;
  attributes.sched_nice = niceness;
  attributes.sched_runtime = 100'000'000;
  call(SYS_sched_setattr, 0, address_of(&attributes));
}

// The filter that only programs have. From here on the child can do no more than exec.
[[gnu::always_inline]] inline void load_refused(Launch& launch) {
  unsigned flags = kLoadFlags | (launch.notifies ? SECCOMP_FILTER_FLAG_NEW_LISTENER : 0);
  long result = call(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, address_of(&launch.refused));
  check(launch, result, "seccomp");
  if (launch.notifies) launch.listening = static_cast<int>(result);
}

[[gnu::section(MINOS_CHILD)]] void enter_child(void* context) {
  Launch& launch = *static_cast<Launch*>(context);
  const CellConfig& config = *launch.config;
  const char itself = '0';
  if (config.group.attach >= 0) {
    check(launch, call(SYS_write, config.group.attach, address_of(&itself), 1), "cgroup attach");
  }
  if (config.group.attach_cpu >= 0) {
    check(launch, call(SYS_write, config.group.attach_cpu, address_of(&itself), 1), "cgroup attach");
  }
  // Without a process namespace the group is what the cell can kill as a whole; the filter keeps it together.
  if (config.tier == Tier::bare) check(launch, call(SYS_setpgid), "setpgid");
  for (const auto& limit : launch.set_limits) {
    check(launch, call(SYS_setrlimit, limit.resource, address_of(&limit.soft)), "setrlimit");
  }
  be_patient(config.niceness);
  load_refused(launch);
  bool named = launch.program < 0;
  const char* path = named ? launch.argv[0] : &launch.no_path;
  long result = call(SYS_execveat, named ? AT_FDCWD : launch.program_number, address_of(path), address_of(launch.argv),
                     address_of(launch.env), named ? 0 : AT_EMPTY_PATH);
  check(launch, result, kExecStep);
}

#pragma GCC pop_options

// Address space is no measure of memory (1 GiB never touched is free): a backstop where no cgroup is. It must lie
// above everything that is granted elsewhere, or the kernel refuses unseen: the largest single request, a stack
// for each thread, and many requests too small to be shown to the cell.
uint64_t space_for(const Limits& limits, uint64_t machine_memory) {
  constexpr uint64_t margin = 16ull << 30, most = 1ull << 46;
  uint64_t stacks = 0;
  if (__builtin_mul_overflow(limits.processes, limits.stack, &stacks)) stacks = most;
  return std::min(stacks, most) + std::min(2 * limits.memory, most) + allowance_for(limits, machine_memory) + margin;
}

// The others are the cell's own (limit_for_all).
void prepare_limits(Launch& launch) {
  const Limits& limits = *launch.limits;
  bool program = launch.config->profile == Profile::program;
  bool watched_only = launch.config->tier == Tier::rlimits || launch.config->tier == Tier::bare;
  // The cell stops the program at its CPU limit; this one holds if the cell is delayed.
  uint64_t cpu_s = limits.cpu_ns / 1'000'000'000 + 2;
  uint64_t space = watched_only ? space_for(limits, launch.config->machine_memory) : RLIM_INFINITY;
  // One more than asked: the cell itself counts as a process of this user.
  uint64_t processes = limits.processes + 1;
  // Without a user namespace of its own, everything else the same user runs counts too.
  if (launch.config->tier == Tier::bare && !launch.config->root) processes = 4096;
  uint64_t file_size = program ? 0 : limits.file_size;
  SetLimit* to = launch.set_limits;
  auto set = [&](int resource, uint64_t value) { *to++ = {resource, value, value}; };
  set(RLIMIT_CPU, cpu_s);
  set(RLIMIT_STACK, limits.stack);
  set(RLIMIT_AS, space);
  set(RLIMIT_FSIZE, file_size);
  set(RLIMIT_NOFILE, static_cast<uint64_t>(launch.config->filter->descriptors));
  set(RLIMIT_NPROC, processes);
}

// CLONE_CLEAR_SIGHAND is not needed: the cell has no handlers.
long clone_into_group(Launch& launch, int& pidfd) {
  struct clone_args args {};
  args.flags = kCellClone | CLONE_INTO_CGROUP;
  args.pidfd = reinterpret_cast<uint64_t>(&pidfd);
  args.exit_signal = SIGCHLD;
  args.stack = reinterpret_cast<uint64_t>(launch.stack);
  args.stack_size = sizeof launch.stack;
  args.cgroup = static_cast<uint64_t>(launch.config->group.spawn_dir);
  RawClone raw{SYS_clone3, {}, enter_child, &launch};
  raw.arg[0] = reinterpret_cast<long>(&args);
  raw.arg[1] = sizeof args;
  return minos_raw_clone(&raw);
}

// clone, not clone3: Docker's default profile answers clone3 with ENOSYS.
long clone_plain(Launch& launch, int& pidfd) {
  RawClone raw{SYS_clone, {}, enter_child, &launch};
  raw.arg[0] = static_cast<long>(kCellClone | SIGCHLD);
  raw.arg[1] = reinterpret_cast<long>(launch.stack + sizeof launch.stack);
  raw.arg[2] = reinterpret_cast<long>(&pidfd);
  return minos_raw_clone(&raw);
}

uintptr_t page_size() {
  static const uintptr_t size = getauxval(AT_PAGESZ);
  return size;
}

uintptr_t page_of(const char* at) { return reinterpret_cast<uintptr_t>(at) & -page_size(); }
uintptr_t page_after(const char* end) { return (reinterpret_cast<uintptr_t>(end) + page_size() - 1) & -page_size(); }

// There may be holes in between, which the kernel mentions and goes on.
void withhold(uintptr_t from, uintptr_t to) {
  if (from < to) madvise(reinterpret_cast<void*>(from), to - from, MADV_DONTFORK);
}

// Before each run, because the heap may have grown. Besides the room the child keeps its page of code, and constants,
// which lie between code and data.
void withhold_all_but(std::span<char> room) {
  withhold(page_of(__executable_start), page_of(__start_minos_child));
  withhold(page_after(__stop_minos_child), page_of(etext));
  withhold(page_of(__init_array_start), page_of(room.data()));
  withhold(page_after(room.data() + room.size()), -page_size());
}

// Where the C library has the kernel write the processor's number at any time: a child without it would be ended.
bool give_up_processor_note() {
#if __has_include(<sys/rseq.h>)
  if (__rseq_size == 0) return true;
  auto* note = static_cast<char*>(__builtin_thread_pointer()) + __rseq_offset;
  return syscall(SYS_rseq, note, std::max(__rseq_size, 32u), RSEQ_FLAG_UNREGISTER, RSEQ_SIG) == 0;
#else
  return true;
#endif
}

// The kernel tells the program the number by which it was executed, so that is always the same one.
bool put_in_place(const Launch& launch) {
  // A forgotten one must not become the program's.
  close_range(3, ~0u, CLOSE_RANGE_CLOEXEC);
  for (size_t i = 0; i < launch.kept_count; i++) fcntl(launch.kept[i], F_SETFD, 0);
  return dup3(launch.input, 0, 0) >= 0 && dup3(launch.output, 1, 0) >= 0 && dup3(launch.error, 2, 0) >= 0 &&
         (launch.program < 0 || dup3(launch.program, launch.program_number, O_CLOEXEC) >= 0);
}

// Not closed: the next run's descriptors would get these numbers.
void take_back(const Launch& launch, const Fd& null) {
  for (int fd : {0, 1, 2}) dup3(null.get(), fd, O_CLOEXEC);
  close(launch.program_number);
}

bool clone_child(Launch& launch) {
  int pidfd = -1;
  bool into = launch.config->group.spawn_dir >= 0;
  long pid = into ? clone_into_group(launch, pidfd) : clone_plain(launch, pidfd);
  launch.pid = static_cast<pid_t>(pid);
  launch.pidfd.reset(pidfd);
  launch.listener.reset(launch.listening);
  if (pid < 0) errno = static_cast<int>(-pid);
  return pid >= 0;
}

}  // namespace

void* make_room(size_t size) {
  if (!give_up_processor_note()) return nullptr;
  // Close to the code, if there is space: the child then has one page table to make instead of two.
  void* room = mmap(reinterpret_cast<void*>(page_after(end)), size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  return room == MAP_FAILED ? nullptr : room;
}

void launch_program(Launch& launch) {
  prepare_limits(launch);
  launch.program_number = launch.config->filter->descriptors;
  launch.step = nullptr;
  launch.listening = -1;
  withhold_all_but(launch.room);
  Fd null(fcntl(0, F_DUPFD_CLOEXEC, 3));
  const char* failed = !put_in_place(launch) ? "dup" : !clone_child(launch) ? "clone" : nullptr;
  int error = errno;
  take_back(launch, null);
  if (failed) {
    launch.step = failed;
    launch.failure = error;
  } else if (launch.step) {
    waitpid(launch.pid, nullptr, 0);
  }
}

}  // namespace minos
