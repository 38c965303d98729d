#include "filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <functional>

namespace minos {

namespace {

// Names, not numbers: an architecture that lacks one (arm64 has no `open`) skips it.
constexpr const char* kEveryProgram[] = {
    // clang-format off
    "read", "write", "readv", "writev", "pread64", "pwrite64", "lseek", "close", "dup", "dup2", "dup3", "pipe",
    "pipe2", "poll", "ppoll", "select", "pselect6",
    // The root is empty and read-only: these answer "no such file" by themselves.
    "open", "openat", "access", "faccessat", "faccessat2", "readlink", "readlinkat", "getcwd",
    "brk", "munmap", "mprotect",
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigpending", "rt_sigsuspend", "rt_sigtimedwait",
    "sigaltstack", "pause", "restart_syscall", "kill", "tkill", "tgkill",
    "nanosleep", "clock_nanosleep", "clock_gettime", "clock_getres", "gettimeofday", "time", "times", "alarm",
    "getitimer", "setitimer",  // not timer_create: its signal could be the one that undoes a stop
    "getpid", "gettid", "getppid", "getpgrp", "getpgid", "getsid", "getuid", "geteuid", "getgid", "getegid",
    "getrlimit", "getpriority", "getrusage", "uname", "getcpu", "sched_yield", "sched_getaffinity", "getrandom",
    "set_tid_address", "set_robust_list", "rseq", "futex", "membarrier",
    "wait4", "waitid", "exit", "exit_group",
    // clang-format on
};

constexpr const char* kToolchain[] = {
    // clang-format off
    "fork", "vfork", "execve", "execveat", "mremap", "setrlimit", "umask",
    "flock", "ftruncate", "truncate", "fallocate", "unlink", "unlinkat", "rename", "renameat", "renameat2",
    "mkdir", "mkdirat", "rmdir", "chdir", "fchdir", "chmod", "fchmod", "fchmodat", "getdents64", "link", "linkat",
    "symlink", "symlinkat", "utimensat", "statfs", "fstatfs", "sendfile", "copy_file_range",
    "getgroups", "sysinfo", "sched_getparam", "sched_getscheduler", "eventfd2",
    "epoll_create1", "epoll_ctl", "epoll_pwait", "epoll_wait",
    // clang-format on
};

// What a file is. Inode numbers and times tell of other runs (see file-facts.h).
constexpr const char* kFileFacts[] = {"stat", "lstat", "fstat", "newfstatat", "statx"};

// Only an attack, or a program that is no contest program at all, calls these.
constexpr const char* kKilled[] = {
    // clang-format off
    "ptrace", "kcmp",
    "mount", "umount2", "pivot_root", "chroot", "open_tree", "move_mount", "fsopen", "fsmount", "mount_setattr",
    "open_by_handle_at", "name_to_handle_at",
    "unshare", "setns", "bpf", "perf_event_open", "userfaultfd", "keyctl", "add_key", "request_key",
    "io_uring_setup", "io_uring_enter", "io_uring_register",
    "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4",
    "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load", "reboot", "swapon", "swapoff",
    "setuid", "setgid", "setreuid", "setregid", "setresuid", "setresgid", "setgroups",
    // clang-format on
};

// What the cell does and the program must not: see the theory in filter.h. Each takes at most five arguments.
constexpr const char* kCellOnly[] = {
    // clang-format off
    "recvmsg", "sendmsg", "clone", "clone3", "execveat", "prlimit64", "sched_setaffinity", "sched_setattr", "close_range",
    "readahead", "ioctl", "setpgid",
    // clang-format on
};

class Builder {
 public:
  explicit Builder(scmp_filter_ctx context) : context_(context) {}

  template <typename... Conditions>
  void rule(uint32_t action, const char* name, Conditions... conditions) {
    int number = seccomp_syscall_resolve_name(name);
    if (number < 0) return;  // not on this architecture, or younger than the library
    scmp_arg_cmp list[sizeof...(conditions) + 1] = {conditions...};
    if (seccomp_rule_add_exact_array(context_, action, number, sizeof...(conditions), list) < 0) good_ = false;
  }

  bool good() const { return good_; }

 private:
  scmp_filter_ctx context_;
  bool good_ = true;
};

scmp_arg_cmp when(unsigned arg, scmp_compare op, uint64_t a, uint64_t b = 0) { return {arg, op, a, b}; }

// Shared anonymous memory escapes the resident-size counter once it is dropped with MADV_DONTNEED, and a program
// that cannot fork has no use for it: no rule allows MAP_SHARED together with MAP_ANONYMOUS.
// Nor does one allow MAP_HUGETLB: the machine's reserved huge pages are charged to no limit.
// A thread's stack is as large as the memory limit (RLIMIT_STACK is glibc's default for it) and hardly touched:
// it is never shown to the cell, or threads under a limit of 1 GiB would look like memory hunger.
void memory_rules(Builder& builder, bool notifies) {
  constexpr uint64_t mask = MAP_SHARED | MAP_ANONYMOUS | MAP_STACK | MAP_HUGETLB;
  constexpr uint64_t stack = MAP_ANONYMOUS | MAP_STACK;
  for (uint64_t kind : {uint64_t{0}, uint64_t{MAP_SHARED}, uint64_t{MAP_ANONYMOUS}, stack}) {
    auto flags = when(3, SCMP_CMP_MASKED_EQ, mask, kind);
    if (!notifies || kind == stack) {
      builder.rule(SCMP_ACT_ALLOW, "mmap", flags);
      continue;
    }
    builder.rule(SCMP_ACT_ALLOW, "mmap", flags, when(1, SCMP_CMP_LT, kNotifyBytes));
    builder.rule(SCMP_ACT_NOTIFY, "mmap", flags, when(1, SCMP_CMP_GE, kNotifyBytes));
  }
  if (!notifies) {
    builder.rule(SCMP_ACT_ALLOW, "mremap");
    return;
  }
  builder.rule(SCMP_ACT_ALLOW, "mremap", when(2, SCMP_CMP_LT, kNotifyBytes));
  builder.rule(SCMP_ACT_NOTIFY, "mremap", when(2, SCMP_CMP_GE, kNotifyBytes));
}

// Reads of the disk past the page cache, and signals by descriptor.
constexpr uint64_t kBadFileFlags = O_DIRECT | O_ASYNC;

// The other commands send signals of one's choice (F_SETSIG, F_NOTIFY, F_SETLEASE) or tell of the machine.
void descriptor_rules(Builder& builder, Profile profile) {
  auto allow = [&](int command) {
    builder.rule(SCMP_ACT_ALLOW, "fcntl", when(1, SCMP_CMP_EQ, static_cast<uint64_t>(command)));
  };
  for (int command : {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL}) allow(command);
  builder.rule(SCMP_ACT_ALLOW, "fcntl", when(1, SCMP_CMP_EQ, F_SETFL), when(2, SCMP_CMP_MASKED_EQ, kBadFileFlags, 0));
  if (profile == Profile::program) return;
  for (int command : {F_GETLK, F_SETLK, F_SETLKW}) allow(command);
}

// Left out: what takes touched memory out of the resident size without giving it back (MERGEABLE 12, COLD 20,
// PAGEOUT 21), and whatever a later kernel adds.
void advice_rules(Builder& builder) {
  builder.rule(SCMP_ACT_ALLOW, "madvise", when(2, SCMP_CMP_LT, MADV_MERGEABLE));
  for (uint64_t advice = MADV_UNMERGEABLE; advice <= MADV_KEEPONFORK; advice++) {
    builder.rule(SCMP_ACT_ALLOW, "madvise", when(2, SCMP_CMP_EQ, advice));
  }
  for (uint64_t populate : {22, 23}) builder.rule(SCMP_ACT_ALLOW, "madvise", when(2, SCMP_CMP_EQ, populate));
}

// clone3 hides its flags behind a pointer: only the cell may call it.
constexpr uint64_t kNamespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
                                 CLONE_NEWPID | CLONE_NEWNET;

void toolchain_rules(Builder& builder) {
  for (const char* name : kToolchain) builder.rule(SCMP_ACT_ALLOW, name);
  builder.rule(SCMP_ACT_ALLOW, "mmap", when(3, SCMP_CMP_MASKED_EQ, MAP_HUGETLB, 0));
  builder.rule(SCMP_ACT_ALLOW, "memfd_create", when(1, SCMP_CMP_MASKED_EQ, MFD_HUGETLB, 0));
  // One's own limits only: process 1, the cell, is of the same user.
  builder.rule(SCMP_ACT_ALLOW, "prlimit64", when(0, SCMP_CMP_EQ, 0));
  // A child's end tells its parent by SIGCHLD or not at all: any other signal could be the one that undoes a stop.
  for (uint64_t end : {0, SIGCHLD}) {
    builder.rule(SCMP_ACT_ALLOW, "clone", when(0, SCMP_CMP_MASKED_EQ, kNamespaces | CLONE_PIDFD | CSIGNAL, end));
  }
  for (const char* name : kFileFacts) builder.rule(SCMP_ACT_ALLOW, name);
}

void program_rules(Builder& builder, bool notifies) {
  memory_rules(builder, notifies);
  // Threads yes, processes and namespaces no, nor descriptors of them: those are numbered for the whole machine.
  builder.rule(SCMP_ACT_ALLOW, "clone",
               when(0, SCMP_CMP_MASKED_EQ, CLONE_THREAD | CLONE_PIDFD | kNamespaces, CLONE_THREAD));
  // Asking for one's own limits. Setting them, or those of process 1 (the cell, same user), is not allowed.
  builder.rule(SCMP_ACT_ALLOW, "prlimit64", when(0, SCMP_CMP_EQ, 0), when(2, SCMP_CMP_EQ, 0));
  // Not PR_SET_THP_DISABLE: huge pages would turn 128 touched pages into 130 MB. Not PR_GET_NAME: the first name is
  // that of the judge's file.
  builder.rule(SCMP_ACT_ALLOW, "prctl", when(0, SCMP_CMP_EQ, PR_SET_NAME));
}

// A program learns about a file from its cell, which puts constants where the kernel's answer would tell of other runs
// (file-facts.cpp). Where the filter can have no listener, the kernel answers.
void file_facts_rules(Builder& builder, bool notifies, const Secret& secret) {
  for (const char* name : kFileFacts) {
    if (!notifies) {
      builder.rule(SCMP_ACT_ALLOW, name);
      continue;
    }
    builder.rule(SCMP_ACT_ALLOW, name, when(5, SCMP_CMP_EQ, secret.sixth));
    builder.rule(SCMP_ACT_NOTIFY, name, when(5, SCMP_CMP_NE, secret.sixth));
  }
}

// What the cell needs to answer in the kernel's place. The two that touch the program's memory use all six arguments.
void look_inside_rules(Builder& builder, bool notifies, const Secret& secret) {
  constexpr const char* memory[] = {"process_vm_readv", "process_vm_writev"};
  if (!notifies) {
    builder.rule(SCMP_ACT_KILL_PROCESS, "pidfd_getfd");
    for (const char* name : memory) builder.rule(SCMP_ACT_KILL_PROCESS, name);
    return;
  }
  builder.rule(SCMP_ACT_ALLOW, "pidfd_getfd", when(5, SCMP_CMP_EQ, secret.sixth));
  builder.rule(SCMP_ACT_KILL_PROCESS, "pidfd_getfd", when(5, SCMP_CMP_NE, secret.sixth));
  uint64_t first = beside_pid(secret.beside, 0), last = first | 0xffffffff;
  for (const char* name : memory) {
    builder.rule(SCMP_ACT_ALLOW, name, when(0, SCMP_CMP_MASKED_EQ, ~0xffffffffull, first));
    builder.rule(SCMP_ACT_KILL_PROCESS, name, when(0, SCMP_CMP_LT, first));
    builder.rule(SCMP_ACT_KILL_PROCESS, name, when(0, SCMP_CMP_GT, last));
  }
}

void cell_rules(Builder& builder, Profile profile, const Secret& secret) {
  for (const char* name : kCellOnly) {
    bool free_anyway = false;
    if (profile == Profile::toolchain) {
      for (const char* allowed : kToolchain) free_anyway |= std::string_view(allowed) == name;
    }
    if (free_anyway) continue;
    builder.rule(SCMP_ACT_ALLOW, name, when(5, SCMP_CMP_EQ, secret.sixth));
  }
}

// What is refused among calls that are allowed otherwise: a rule can name a value, not all others but one. So these
// are a filter of their own, whose default is to allow; of two filters' answers the stricter one counts.
void refusal_rules(Builder& builder, const Secret& secret) {
  constexpr uint64_t word = 0xffffffff;  // the half of a register that the kernel reads of an int
  // The CPU clock of process 1, the cell, tells what ran before. Every other number of the namespace is one's own.
  constexpr uint64_t of_the_cell = ~1u << 3;  // see clock_getcpuclockid(3); the last three bits are its kind
  for (const char* name : {"clock_gettime", "clock_getres", "clock_nanosleep"}) {
    builder.rule(SCMP_ACT_ERRNO(EINVAL), name, when(0, SCMP_CMP_MASKED_EQ, word & ~7ull, of_the_cell & word));
  }
  // Would undo the stop of a run that stands still.
  auto not_the_cell = when(5, SCMP_CMP_NE, secret.sixth);
  builder.rule(SCMP_ACT_ERRNO(EPERM), "kill", when(1, SCMP_CMP_MASKED_EQ, word, SIGCONT), not_the_cell);
  builder.rule(SCMP_ACT_ERRNO(EPERM), "tkill", when(1, SCMP_CMP_MASKED_EQ, word, SIGCONT));
  builder.rule(SCMP_ACT_ERRNO(EPERM), "tgkill", when(2, SCMP_CMP_MASKED_EQ, word, SIGCONT));
  builder.rule(SCMP_ACT_ERRNO(EINVAL), "open", when(1, SCMP_CMP_MASKED_EQ, O_DIRECT, O_DIRECT));
  builder.rule(SCMP_ACT_ERRNO(EINVAL), "openat", when(2, SCMP_CMP_MASKED_EQ, O_DIRECT, O_DIRECT));
}

#if defined(__x86_64__)
void architecture_rules(Builder& builder) {
  constexpr uint64_t set_fs = 0x1002, get_fs = 0x1003;
  builder.rule(SCMP_ACT_ALLOW, "arch_prctl", when(0, SCMP_CMP_EQ, set_fs));
  builder.rule(SCMP_ACT_ALLOW, "arch_prctl", when(0, SCMP_CMP_EQ, get_fs));
}
#else
void architecture_rules(Builder&) {}
#endif

bool export_code(scmp_filter_ctx context, std::vector<sock_filter>& code) {
  // libseccomp 2.5 exports to a descriptor only; a memory file spares a pipe's size limit.
  int fd = static_cast<int>(syscall(SYS_memfd_create, "filter", 1u));
  if (fd < 0) return false;
  bool good = seccomp_export_bpf(context, fd) == 0;
  off_t size = lseek(fd, 0, SEEK_END);
  if (good && size > 0) {
    code.resize(static_cast<size_t>(size) / sizeof(sock_filter));
    good = pread(fd, code.data(), static_cast<size_t>(size), 0) == size;
  }
  close(fd);
  return good && !code.empty();
}

std::vector<sock_filter> build_code(uint32_t default_action, const std::function<void(Builder&)>& add_rules,
                                    const char*& why) {
  std::vector<sock_filter> code;
  scmp_filter_ctx context = seccomp_init(default_action);
  if (!context) {
    why = "seccomp_init";
    return code;
  }
  // Another instruction set's calls (int 0x80 on x86-64) have other numbers: none is let through.
  seccomp_attr_set(context, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
  seccomp_attr_set(context, SCMP_FLTATR_CTL_OPTIMIZE, 2);  // a binary tree beats the linear list
  Builder builder(context);
  add_rules(builder);
  if (!builder.good()) {
    why = "seccomp_rule_add";
  } else if (!export_code(context, code)) {
    why = "seccomp_export_bpf";
  }
  seccomp_release(context);
  return code;
}

// Binds the calling process for good.
long load_code(const std::vector<sock_filter>& code, unsigned flags) {
  sock_fprog program{static_cast<unsigned short>(code.size()), const_cast<sock_filter*>(code.data())};
  // SPEC_ALLOW: before Linux 5.16 a filter otherwise turns off speculative stores and slows the program; there
  // is no secret in its process for a speculation attack to read.
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags | SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program);
}

}  // namespace

Filter build_filter(Profile profile, bool notify, const Secret& secret, const char*& why) {
  Filter filter;
  filter.notifies = notify && profile == Profile::program && seccomp_api_get() >= 5;
  auto add_rules = [&](Builder& builder) {
    for (const char* name : kEveryProgram) builder.rule(SCMP_ACT_ALLOW, name);
    for (const char* name : kKilled) builder.rule(SCMP_ACT_KILL_PROCESS, name);
    advice_rules(builder);
    descriptor_rules(builder, profile);
    architecture_rules(builder);
    if (profile == Profile::toolchain) {
      toolchain_rules(builder);
    } else {
      program_rules(builder, filter.notifies);
      file_facts_rules(builder, filter.notifies, secret);
    }
    look_inside_rules(builder, filter.notifies, secret);
    cell_rules(builder, profile, secret);
  };
  filter.allowed = build_code(SCMP_ACT_ERRNO(ENOSYS), add_rules, why);
  filter.refused = build_code(SCMP_ACT_ALLOW, [&](Builder& builder) { refusal_rules(builder, secret); }, why);
  return filter;
}

int load_filter(const Filter& filter, bool& failed) {
  // This one first: the other one allows no further filter.
  failed = load_code(filter.refused, 0) < 0;
  if (failed) return -1;
  long result = load_code(filter.allowed, filter.notifies ? SECCOMP_FILTER_FLAG_NEW_LISTENER : 0);
  failed = result < 0;
  return filter.notifies && result >= 0 ? static_cast<int>(result) : -1;
}

}  // namespace minos
