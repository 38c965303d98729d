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

namespace minos {

namespace {

// Names, not numbers: an architecture that lacks one (arm64 has no `open`) skips it.
constexpr const char* kEveryProgram[] = {
    // clang-format off
    "read", "write", "readv", "writev", "pread64", "pwrite64", "lseek", "close", "dup", "dup2", "dup3", "pipe",
    "pipe2", "fsync", "fdatasync", "poll", "ppoll", "select", "pselect6",
    // The root is empty and read-only: these answer "no such file" by themselves.
    "open", "openat", "stat", "lstat", "fstat", "newfstatat", "statx", "access", "faccessat", "faccessat2",
    "readlink", "readlinkat", "getcwd",
    "brk", "munmap", "mprotect", "mincore",
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigpending", "rt_sigsuspend", "rt_sigtimedwait",
    "sigaltstack", "pause", "restart_syscall", "kill", "tkill", "tgkill",
    "nanosleep", "clock_nanosleep", "clock_gettime", "clock_getres", "gettimeofday", "time", "times", "alarm",
    "getitimer", "setitimer",  // not timer_create: its signal could be the one that undoes a stop
    "getpid", "gettid", "getppid", "getpgrp", "getpgid", "getsid", "getuid", "geteuid", "getgid", "getegid",
    "getrlimit", "getpriority", "getrusage", "sysinfo", "uname", "getcpu", "sched_yield", "sched_getaffinity", "getrandom",
    "set_tid_address", "set_robust_list", "get_robust_list", "rseq", "futex", "membarrier",
    "wait4", "waitid", "exit", "exit_group",
    // clang-format on
};

constexpr const char* kToolchain[] = {
    // clang-format off
    "fork", "vfork", "execve", "execveat", "mremap", "setrlimit", "umask", "fcntl",
    "flock", "ftruncate", "truncate", "fallocate", "unlink", "unlinkat", "rename", "renameat", "renameat2",
    "mkdir", "mkdirat", "rmdir", "chdir", "fchdir", "chmod", "fchmod", "fchmodat", "getdents64", "link", "linkat",
    "symlink", "symlinkat", "utimensat", "statfs", "fstatfs", "sendfile", "copy_file_range", "fadvise64", "msync",
    "getgroups", "sched_getparam", "sched_getscheduler", "eventfd2",
    "epoll_create1", "epoll_ctl", "epoll_pwait", "epoll_wait",
    // clang-format on
};

// Only an attack, or a program that is no contest program at all, calls these.
constexpr const char* kKilled[] = {
    // clang-format off
    "ptrace", "process_vm_readv", "process_vm_writev", "kcmp", "pidfd_getfd",
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
  builder.rule(SCMP_ACT_ALLOW, "clone", when(0, SCMP_CMP_MASKED_EQ, kNamespaces, 0));
}

void program_rules(Builder& builder, bool notifies) {
  memory_rules(builder, notifies);
  // Threads yes, processes and namespaces no.
  builder.rule(SCMP_ACT_ALLOW, "clone", when(0, SCMP_CMP_MASKED_EQ, CLONE_THREAD | kNamespaces, CLONE_THREAD));
  // Asking for one's own limits. Setting them, or those of process 1 (the cell, same user), is not allowed.
  builder.rule(SCMP_ACT_ALLOW, "prlimit64", when(0, SCMP_CMP_EQ, 0), when(2, SCMP_CMP_EQ, 0));
  for (int command : {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL}) {
    builder.rule(SCMP_ACT_ALLOW, "fcntl", when(1, SCMP_CMP_EQ, static_cast<uint64_t>(command)));
  }
  // Not PR_SET_THP_DISABLE: huge pages would turn 128 touched pages into 130 MB.
  builder.rule(SCMP_ACT_ALLOW, "prctl", when(0, SCMP_CMP_EQ, PR_SET_NAME));
  builder.rule(SCMP_ACT_ALLOW, "prctl", when(0, SCMP_CMP_EQ, PR_GET_NAME));
}

void cell_rules(Builder& builder, Profile profile, uint64_t secret) {
  for (const char* name : kCellOnly) {
    bool free_anyway = false;
    if (profile == Profile::toolchain) {
      for (const char* allowed : kToolchain) free_anyway |= std::string_view(allowed) == name;
    }
    if (free_anyway) continue;
    builder.rule(SCMP_ACT_ALLOW, name, when(5, SCMP_CMP_EQ, secret));
  }
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

}  // namespace

Filter build_filter(Profile profile, bool notify, uint64_t secret, const char*& why) {
  Filter filter;
  scmp_filter_ctx context = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
  if (!context) {
    why = "seccomp_init";
    return filter;
  }
  // Another instruction set's calls (int 0x80 on x86-64) have other numbers: none is let through.
  seccomp_attr_set(context, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
  seccomp_attr_set(context, SCMP_FLTATR_CTL_OPTIMIZE, 2);  // a binary tree beats the linear list
  filter.notifies = notify && profile == Profile::program && seccomp_api_get() >= 5;

  Builder builder(context);
  for (const char* name : kEveryProgram) builder.rule(SCMP_ACT_ALLOW, name);
  for (const char* name : kKilled) builder.rule(SCMP_ACT_KILL_PROCESS, name);
  advice_rules(builder);
  architecture_rules(builder);
  if (profile == Profile::toolchain) {
    toolchain_rules(builder);
  } else {
    program_rules(builder, filter.notifies);
  }
  cell_rules(builder, profile, secret);

  if (!builder.good()) {
    why = "seccomp_rule_add";
  } else if (!export_code(context, filter.code)) {
    why = "seccomp_export_bpf";
    filter.code.clear();
  }
  seccomp_release(context);
  return filter;
}

int load_filter(const Filter& filter, bool& failed) {
  sock_fprog program{static_cast<unsigned short>(filter.code.size()), const_cast<sock_filter*>(filter.code.data())};
  // SPEC_ALLOW: before Linux 5.16 a filter otherwise turns off speculative stores and slows the program; there
  // is no secret in its process for a speculation attack to read.
  unsigned flags = SECCOMP_FILTER_FLAG_SPEC_ALLOW;
  if (filter.notifies) flags |= SECCOMP_FILTER_FLAG_NEW_LISTENER;
  long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
  failed = result < 0;
  return filter.notifies && result >= 0 ? static_cast<int>(result) : -1;
}

}  // namespace minos
