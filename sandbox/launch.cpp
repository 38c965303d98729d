#include "launch.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <linux/sched.h>
#include <linux/sched/types.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>

#include "watch.h"

namespace minos {

namespace {

// clone with a stack of the child's own needs a few instructions that C++ cannot write: the child wakes up with
// an empty stack and must call `enter` instead of returning. Also the only way to put the secret in the sixth
// argument. Layout is known to the assembly below.
struct RawClone {
  long number;
  long arg[6];
  void (*enter)(void*);
  void* context;
};

extern "C" long minos_raw_clone(RawClone*);

#if defined(__x86_64__)
asm(R"(
.text
.globl minos_raw_clone
.type minos_raw_clone, @function
minos_raw_clone:
  push %rbx
  mov %rdi, %rbx
  mov (%rbx), %rax
  mov 8(%rbx), %rdi
  mov 16(%rbx), %rsi
  mov 24(%rbx), %rdx
  mov 32(%rbx), %r10
  mov 40(%rbx), %r8
  mov 48(%rbx), %r9
  syscall
  test %rax, %rax
  jz 1f
  pop %rbx
  ret
1:
  xor %ebp, %ebp
  mov 64(%rbx), %rdi
  call *56(%rbx)
  hlt
.size minos_raw_clone, .-minos_raw_clone
)");
#elif defined(__aarch64__)
asm(R"(
.text
.globl minos_raw_clone
.type minos_raw_clone, %function
minos_raw_clone:
  stp x19, x30, [sp, #-16]!
  mov x19, x0
  ldr x8, [x19]
  ldp x0, x1, [x19, #8]
  ldp x2, x3, [x19, #24]
  ldp x4, x5, [x19, #40]
  svc #0
  cbz x0, 1f
  ldp x19, x30, [sp], #16
  ret
1:
  mov x29, #0
  ldr x1, [x19, #56]
  ldr x0, [x19, #64]
  blr x1
  brk #1
.size minos_raw_clone, .-minos_raw_clone
)");
#else
#error "x86-64 and arm64 only"
#endif

constexpr int kProgramFd = 3;

alignas(16) char child_stack[32 * 1024];

bool set_limit(const Launch& launch, int resource, uint64_t soft, uint64_t hard) {
  struct {
    uint64_t soft, hard;
  } value{soft, hard};
  return syscall(SYS_prlimit64, 0, resource, &value, nullptr, 0, launch.config->secret) == 0;
}

// Address space is no measure of memory (1 GiB never touched is free): a backstop where no cgroup is. It must lie
// above everything that is granted elsewhere, or the kernel refuses unseen: the largest single request, a stack
// for each thread, and many requests too small to be shown to the cell.
uint64_t space_for(const Limits& limits, uint64_t machine_memory) {
  constexpr uint64_t margin = 16ull << 30, most = 1ull << 46;
  uint64_t stacks = 0;
  if (__builtin_mul_overflow(limits.processes, limits.stack, &stacks)) stacks = most;
  return std::min(stacks, most) + std::min(2 * limits.memory, most) + allowance_for(limits, machine_memory) + margin;
}

bool set_limits(const Launch& launch) {
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
  return set_limit(launch, RLIMIT_CPU, cpu_s, cpu_s) && set_limit(launch, RLIMIT_STACK, limits.stack, limits.stack) &&
         set_limit(launch, RLIMIT_AS, space, space) && set_limit(launch, RLIMIT_FSIZE, file_size, file_size) &&
         set_limit(launch, RLIMIT_NOFILE, 256, 256) && set_limit(launch, RLIMIT_NPROC, processes, processes) &&
         set_limit(launch, RLIMIT_MEMLOCK, 0, 0) && set_limit(launch, RLIMIT_MSGQUEUE, 0, 0) &&
         set_limit(launch, RLIMIT_SIGPENDING, 256, 256) &&
         // One byte, not zero: with zero the kernel still starts the crash reporter of a piped core_pattern.
         set_limit(launch, RLIMIT_CORE, 1, 1);
}

// A long slice: whoever wakes up on this core (the cell, the worker, the database) goes before the program at once
// instead of waiting for the end of its slice, while its share of the core stays the same. Linux before 6.12 takes no
// notice.
void be_patient(uint64_t secret) {
  struct sched_attr attributes {};
  attributes.size = sizeof attributes;
  attributes.sched_flags = SCHED_FLAG_KEEP_POLICY;
  attributes.sched_runtime = 100'000'000;
  syscall(SYS_sched_setattr, 0, &attributes, 0, 0, 0, secret);
}

[[noreturn]] void give_up(Launch& launch, const char* step) {
  launch.step = step;
  launch.failure = errno;
  _exit(127);
}

// Runs in the child, on its own stack, in the cell's memory.
void enter_child(void* context) {
  Launch& launch = *static_cast<Launch*>(context);
  const CellConfig& config = *launch.config;
  uint64_t secret = config.secret;
  for (int group : {config.group.attach, config.group.attach_cpu}) {
    if (group >= 0 && write(group, "0", 1) != 1) give_up(launch, "cgroup attach");
  }
  // Without a process namespace the group is what the cell can kill as a whole; the filter keeps it together.
  if (config.tier == Tier::bare && syscall(SYS_setpgid, 0, 0, 0, 0, 0, secret) < 0) give_up(launch, "setpgid");
  if (dup2(launch.input, 0) < 0 || dup2(launch.output, 1) < 0 || dup2(launch.error, 2) < 0) give_up(launch, "dup2");
  // The kernel tells the program the number by which it was executed, so that is always the same one.
  if (launch.program >= 0 && dup2(launch.program, kProgramFd) < 0) give_up(launch, "dup2");
  // All are close-on-exec from here on; a forgotten one must not become the program's.
  syscall(SYS_close_range, 3u, ~0u, CLOSE_RANGE_CLOEXEC, 0, 0, secret);
  for (int fd : launch.kept) fcntl(fd, F_SETFD, 0);
  if (!set_limits(launch)) give_up(launch, "prlimit");
  be_patient(secret);
  if (launch.program >= 0) {
    syscall(SYS_execveat, kProgramFd, "", launch.argv, launch.env, AT_EMPTY_PATH, secret);
  } else {
    syscall(SYS_execveat, AT_FDCWD, launch.argv[0], launch.argv, launch.env, 0, secret);
  }
  give_up(launch, kExecStep);
}

// CLONE_CLEAR_SIGHAND is not needed: the cell has no handlers.
constexpr uint64_t kFlags = CLONE_VM | CLONE_VFORK | CLONE_PIDFD;

long clone_into_group(Launch& launch, int& pidfd) {
  struct clone_args args {};
  args.flags = kFlags | CLONE_INTO_CGROUP;
  args.pidfd = reinterpret_cast<uint64_t>(&pidfd);
  args.exit_signal = SIGCHLD;
  args.stack = reinterpret_cast<uint64_t>(child_stack);
  args.stack_size = sizeof child_stack;
  args.cgroup = static_cast<uint64_t>(launch.config->group.spawn_dir);
  RawClone raw{SYS_clone3, {}, enter_child, &launch};
  raw.arg[0] = reinterpret_cast<long>(&args);
  raw.arg[1] = sizeof args;
  raw.arg[5] = static_cast<long>(launch.config->secret);
  return minos_raw_clone(&raw);
}

// clone, not clone3: Docker's default profile answers clone3 with ENOSYS.
long clone_plain(Launch& launch, int& pidfd) {
  RawClone raw{SYS_clone, {}, enter_child, &launch};
  raw.arg[0] = static_cast<long>(kFlags | SIGCHLD);
  raw.arg[1] = reinterpret_cast<long>(child_stack + sizeof child_stack);
  raw.arg[2] = reinterpret_cast<long>(&pidfd);
  raw.arg[5] = static_cast<long>(launch.config->secret);
  return minos_raw_clone(&raw);
}

}  // namespace

void launch_program(Launch& launch) {
  int pidfd = -1;
  bool into = launch.config->group.spawn_dir >= 0;
  long pid = into ? clone_into_group(launch, pidfd) : clone_plain(launch, pidfd);
  if (pid < 0) {
    launch.step = "clone";
    launch.failure = static_cast<int>(-pid);
    return;
  }
  launch.pid = static_cast<pid_t>(pid);
  launch.pidfd.reset(pidfd);
  if (launch.step) waitpid(launch.pid, nullptr, 0);
}

}  // namespace minos
