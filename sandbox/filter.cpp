#include "filter.h"

#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
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
    // Event loops wait for whatever comes first; Go's runtime sleeps by them.
    "epoll_create1", "epoll_ctl", "epoll_pwait", "epoll_wait", "eventfd2",
    // clang-format on
};

// Folders are listed for modules.
constexpr const char* kInterpreter[] = {"getdents64"};

constexpr const char* kToolchain[] = {
    // clang-format off
    "fork", "vfork", "execve", "execveat", "mremap", "setrlimit", "umask",
    "flock", "ftruncate", "truncate", "fallocate", "unlink", "unlinkat", "rename", "renameat", "renameat2",
    "mkdir", "mkdirat", "rmdir", "chdir", "fchdir", "chmod", "fchmod", "fchmodat", "getdents64", "link", "linkat",
    "symlink", "symlinkat", "utimensat", "statfs", "fstatfs", "sendfile", "copy_file_range",
    "getgroups", "sysinfo", "sched_getparam", "sched_getscheduler",
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
    "io_uring_enter", "io_uring_register",
    "connect", "bind", "listen", "accept", "accept4",
    "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load", "reboot", "swapon", "swapoff",
    "setuid", "setgid", "setreuid", "setregid", "setresuid", "setresgid", "setgroups",
    // clang-format on
};

// The same, but not for interpreters, virtual machines and compilers that run in one: they try one of these at their start
// and live without. Node asks for a ring, Java's C library for a name service.
constexpr const char* kKilledUnlessTried[] = {"io_uring_setup", "socket"};

// What the cell does and a program must not.
constexpr const char* kCellOnly[] = {
    "recvmsg", "sendmsg", "clone3", "seccomp", "sched_setattr", "close_range", "readahead", "setpgid",
};

// The same; a program that calls one is killed. The cell needs them to answer in the kernel's place.
constexpr const char* kLookInside[] = {"pidfd_getfd", "process_vm_readv", "process_vm_writev"};

// The same of devices: the questions that reach the cell.
constexpr uint64_t kCellDevice[] = {SECCOMP_IOCTL_NOTIF_RECV, SECCOMP_IOCTL_NOTIF_SEND, kSetListenerFlags};

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

// The half that the kernel reads of an int.
constexpr uint64_t kIntOfRegister = 0xffffffff;

scmp_arg_cmp when(unsigned arg, scmp_compare op, uint64_t a, uint64_t b = 0) { return {arg, op, a, b}; }

// Shared anonymous memory escapes the resident-size counter once it is dropped with MADV_DONTNEED, and a program
// that cannot fork has no use for it: no rule allows MAP_SHARED together with MAP_ANONYMOUS.
// Nor does one allow MAP_HUGETLB: the machine's reserved huge pages are charged to no limit.
void memory_rules(Builder& builder) {
  constexpr uint64_t mask = MAP_SHARED | MAP_ANONYMOUS | MAP_HUGETLB;
  for (uint64_t kind : {0, MAP_SHARED, MAP_ANONYMOUS}) {
    builder.rule(SCMP_ACT_ALLOW, "mmap", when(3, SCMP_CMP_MASKED_EQ, mask, kind));
  }
  builder.rule(SCMP_ACT_ALLOW, "mremap");
}

// One's own limits only: process 1, the cell, is of the same user. The child that becomes a program sets them by the older
// call, which is refused to the program with less than its questions about them would take.
void limit_rules(Builder& builder, CallsOf whom) {
  if (whom == CallsOf::toolchain) {
    builder.rule(SCMP_ACT_ALLOW, "prlimit64", when(0, SCMP_CMP_EQ, 0));
  } else {
    builder.rule(SCMP_ACT_ALLOW, "prlimit64", when(0, SCMP_CMP_EQ, 0), when(2, SCMP_CMP_EQ, 0));
    builder.rule(SCMP_ACT_ALLOW, "setrlimit");
  }
  // A stack is as large as memory already. Programs in Python ask for one before they recurse, as they must elsewhere, and
  // would end by a refusal: they are told that this was done, and it was not.
  if (whom == CallsOf::interpreter) {
    builder.rule(SCMP_ACT_ERRNO(0), "prlimit64", when(0, SCMP_CMP_EQ, 0), when(1, SCMP_CMP_EQ, RLIMIT_STACK),
                 when(2, SCMP_CMP_NE, 0), when(3, SCMP_CMP_EQ, 0));
  }
}

// Reads of the disk past the page cache, and signals by descriptor.
constexpr uint64_t kBadFileFlags = O_DIRECT | O_ASYNC;

// The other commands send signals of one's choice (F_SETSIG, F_NOTIFY, F_SETLEASE) or tell of the machine.
void descriptor_rules(Builder& builder, CallsOf whom) {
  auto allow = [&](int command) {
    builder.rule(SCMP_ACT_ALLOW, "fcntl", when(1, SCMP_CMP_EQ, static_cast<uint64_t>(command)));
  };
  for (int command : {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL}) allow(command);
  builder.rule(SCMP_ACT_ALLOW, "fcntl", when(1, SCMP_CMP_EQ, F_SETFL), when(2, SCMP_CMP_MASKED_EQ, kBadFileFlags, 0));
  if (whom != CallsOf::toolchain) return;
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

// Of devices and pipes a runtime asks whether they are a terminal and how much can be read, and has them closed by exec.
// Node sets its output not to wait, and loses what is not taken yet when a program leaves in the middle: it is told that
// this was done, and it was not. Python's event loop does so with a pair of its own, and would wait for ever for one that
// does wait. The cell has its questions.
void device_rules(Builder& builder, CallsOf whom) {
  auto rule = [&](uint32_t action, uint64_t command) {
    builder.rule(action, "ioctl", when(1, SCMP_CMP_MASKED_EQ, kIntOfRegister, command));
  };
  for (uint64_t command : kCellDevice) rule(SCMP_ACT_ALLOW, command);
  // rustc reads what its linker says from pipes that do not wait.
  if (whom == CallsOf::toolchain) rule(SCMP_ACT_ALLOW, FIONBIO);
  if (whom != CallsOf::interpreter) return;
  for (uint64_t command : {FIOCLEX, FIONCLEX, FIONREAD}) rule(SCMP_ACT_ALLOW, command);
  auto without_waiting = [&](uint32_t action, scmp_compare op) {
    builder.rule(action, "ioctl", when(0, op, STDERR_FILENO), when(1, SCMP_CMP_MASKED_EQ, kIntOfRegister, FIONBIO));
  };
  without_waiting(SCMP_ACT_ERRNO(0), SCMP_CMP_LE);
  without_waiting(SCMP_ACT_ALLOW, SCMP_CMP_GT);
  for (uint64_t command : {TCGETS, TIOCGWINSZ}) rule(SCMP_ACT_ERRNO(ENOTTY), command);
}

// Two ends of one wire, both in the program's own hands: Java makes such a pair before it opens its first channel, event
// loops wake themselves by one. The cell counts them (watch.cpp); where no question reaches it, descriptors are few.
void pair_rules(Builder& builder, CallsOf whom) {
  if (whom == CallsOf::program) return builder.rule(SCMP_ACT_KILL_PROCESS, "socketpair");
  builder.rule(SCMP_ACT_ALLOW, "socketpair", when(0, SCMP_CMP_EQ, AF_UNIX),
               when(1, SCMP_CMP_MASKED_EQ, ~static_cast<uint64_t>(SOCK_CLOEXEC | SOCK_NONBLOCK), SOCK_STREAM));
  // As if written and read: no address, no flags. Python's loop sends itself a byte when a thread has something for it.
  builder.rule(SCMP_ACT_ALLOW, "sendto", when(3, SCMP_CMP_EQ, 0), when(4, SCMP_CMP_EQ, 0), when(5, SCMP_CMP_EQ, 0));
  builder.rule(SCMP_ACT_ALLOW, "recvfrom", when(3, SCMP_CMP_EQ, 0), when(4, SCMP_CMP_EQ, 0));
}

// clone3 hides its flags behind a pointer: only the cell may call it.
constexpr uint64_t kNamespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
                                 CLONE_NEWPID | CLONE_NEWNET;

void toolchain_rules(Builder& builder) {
  for (const char* name : kToolchain) builder.rule(SCMP_ACT_ALLOW, name);
  builder.rule(SCMP_ACT_ALLOW, "mmap", when(3, SCMP_CMP_MASKED_EQ, MAP_HUGETLB, 0));
  builder.rule(SCMP_ACT_ALLOW, "memfd_create", when(1, SCMP_CMP_MASKED_EQ, MFD_HUGETLB, 0));
  // A child's end tells its parent by SIGCHLD or not at all: any other signal could be the one that undoes a stop.
  for (uint64_t end : {0, SIGCHLD}) {
    builder.rule(SCMP_ACT_ALLOW, "clone", when(0, SCMP_CMP_MASKED_EQ, kNamespaces | CLONE_PIDFD | CSIGNAL, end));
  }
}

void program_rules(Builder& builder, int descriptors) {
  memory_rules(builder);
  // Threads yes, processes and namespaces no, nor descriptors of them: those are numbered for the whole machine.
  builder.rule(SCMP_ACT_ALLOW, "clone",
               when(0, SCMP_CMP_MASKED_EQ, CLONE_THREAD | CLONE_PIDFD | kNamespaces, CLONE_THREAD));
  // Not PR_SET_THP_DISABLE: huge pages would turn 128 touched pages into 130 MB. Not PR_GET_NAME: the first name is
  // that of the judge's file.
  builder.rule(SCMP_ACT_ALLOW, "prctl", when(0, SCMP_CMP_EQ, PR_SET_NAME));
  // The exec that makes the child a program, see the theory in filter.h.
  builder.rule(SCMP_ACT_ALLOW, "execveat", when(0, SCMP_CMP_EQ, static_cast<uint64_t>(descriptors)),
               when(4, SCMP_CMP_EQ, AT_EMPTY_PATH));
}

void cell_rules(Builder& builder) {
  for (const char* name : kCellOnly) builder.rule(SCMP_ACT_ALLOW, name);
  for (const char* name : kLookInside) builder.rule(SCMP_ACT_ALLOW, name);
  builder.rule(SCMP_ACT_ALLOW, "clone", when(0, SCMP_CMP_EQ, kCellClone | SIGCHLD));
}

void interpreter_rules(Builder& builder) {
  for (const char* name : kInterpreter) builder.rule(SCMP_ACT_ALLOW, name);
  builder.rule(SCMP_ACT_ALLOW, "sysinfo");  // for the cell to answer, see below
}

void cell_only_rules(Builder& builder, CallsOf whom) {
  for (const char* name : kCellOnly) builder.rule(SCMP_ACT_ERRNO(ENOSYS), name);
  if (whom == CallsOf::program) {
    builder.rule(SCMP_ACT_ERRNO(ENOSYS), "ioctl");  // none at all, and a shorter filter
  } else {
    for (uint64_t command : kCellDevice) {
      builder.rule(SCMP_ACT_ERRNO(ENOSYS), "ioctl", when(1, SCMP_CMP_MASKED_EQ, kIntOfRegister, command));
    }
  }
  for (const char* name : kLookInside) builder.rule(SCMP_ACT_KILL_PROCESS, name);
  builder.rule(SCMP_ACT_ERRNO(ENOSYS), "clone", when(0, SCMP_CMP_EQ, kCellClone | SIGCHLD));
  // A program may ask for its limits, not set them.
  if (whom != CallsOf::toolchain) builder.rule(SCMP_ACT_ERRNO(ENOSYS), "setrlimit");
}

// A thread's stack is as large as the memory limit (RLIMIT_STACK is glibc's default for it) and hardly touched:
// it is never shown to the cell, or threads under a limit of 1 GiB would look like memory hunger. Nor is address space
// that cannot be written to: a virtual machine reserves it for its heap and takes parts of it into use later. For the cell to
// tell apart would be a shorter filter, but a signal that comes while it is asked breaks the call off.
// About a file a program learns from its cell, which puts constants where the kernel's answer would tell of other runs
// (file-facts.cpp).
void question_rules(Builder& builder) {
  builder.rule(SCMP_ACT_NOTIFY, "mmap", when(1, SCMP_CMP_GE, kNotifyBytes),
               when(2, SCMP_CMP_MASKED_EQ, PROT_WRITE, PROT_WRITE), when(3, SCMP_CMP_MASKED_EQ, MAP_STACK, 0));
  builder.rule(SCMP_ACT_NOTIFY, "mremap", when(2, SCMP_CMP_GE, kNotifyBytes));
  for (const char* name : kFileFacts) builder.rule(SCMP_ACT_NOTIFY, name);
}

// Would undo the stop of a run that stands still. As the cell does it, and nobody else.
void signal_rules(Builder& builder) {
  builder.rule(SCMP_ACT_ERRNO(EPERM), "kill", when(1, SCMP_CMP_MASKED_EQ, kIntOfRegister, SIGCONT));
}

// Single values of what is allowed otherwise: a rule can name a value, not all others but one.
void value_rules(Builder& builder) {
  // The CPU clock of process 1, the cell, tells what ran before. Every other number of the namespace is one's own.
  constexpr uint64_t of_the_cell = ~1u << 3;  // see clock_getcpuclockid(3); the last three bits are its kind
  for (const char* name : {"clock_gettime", "clock_getres", "clock_nanosleep"}) {
    builder.rule(SCMP_ACT_ERRNO(EINVAL), name, when(0, SCMP_CMP_MASKED_EQ, kIntOfRegister & ~7ull, of_the_cell & kIntOfRegister));
  }
  // As signal_rules, but the cell has no use for these.
  builder.rule(SCMP_ACT_ERRNO(EPERM), "tkill", when(1, SCMP_CMP_MASKED_EQ, kIntOfRegister, SIGCONT));
  builder.rule(SCMP_ACT_ERRNO(EPERM), "tgkill", when(2, SCMP_CMP_MASKED_EQ, kIntOfRegister, SIGCONT));
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

// A tree is passed through faster, a list is shorter.
enum class Shape : uint32_t { list = 1, tree = 2 };

std::vector<sock_filter> build_code(Shape shape, uint32_t default_action, const std::function<void(Builder&)>& add_rules,
                                    const char*& why) {
  std::vector<sock_filter> code;
  scmp_filter_ctx context = seccomp_init(default_action);
  if (!context) {
    why = "seccomp_init";
    return code;
  }
  // Another instruction set's calls (int 0x80 on x86-64) have other numbers: none is let through.
  seccomp_attr_set(context, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
  seccomp_attr_set(context, SCMP_FLTATR_CTL_OPTIMIZE, static_cast<uint32_t>(shape));
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

}  // namespace

Filter build_filter(CallsOf whom, bool notify, const char*& why) {
  Filter filter;
  bool interpreter = whom == CallsOf::interpreter;
  filter.notifies = notify && whom != CallsOf::toolchain && seccomp_api_get() >= 5;
  if (whom == CallsOf::program) filter.descriptors = kFewDescriptors;
  if (interpreter && !filter.notifies) filter.descriptors = kUncountedFds;
  auto allow = [&](Builder& builder) {
    for (const char* name : kEveryProgram) builder.rule(SCMP_ACT_ALLOW, name);
    for (const char* name : kFileFacts) builder.rule(SCMP_ACT_ALLOW, name);
    for (const char* name : kKilled) builder.rule(SCMP_ACT_KILL_PROCESS, name);
    uint32_t tried = whom == CallsOf::program ? SCMP_ACT_KILL_PROCESS : SCMP_ACT_ERRNO(EACCES);
    for (const char* name : kKilledUnlessTried) builder.rule(tried, name);
    pair_rules(builder, whom);
    limit_rules(builder, whom);
    advice_rules(builder);
    descriptor_rules(builder, whom);
    device_rules(builder, whom);
    architecture_rules(builder);
    if (whom == CallsOf::toolchain) {
      toolchain_rules(builder);
    } else {
      program_rules(builder, filter.descriptors);
    }
    if (interpreter) interpreter_rules(builder);
    cell_rules(builder);
  };
  auto refuse = [&](Builder& builder) {
    cell_only_rules(builder, whom);
    signal_rules(builder);
    if (filter.notifies) question_rules(builder);
    // The machine's memory, load and uptime are nobody's business (see machine-facts.h).
    if (interpreter) builder.rule(filter.notifies ? SCMP_ACT_NOTIFY : SCMP_ACT_ERRNO(ENOSYS), "sysinfo");
    if (interpreter && filter.notifies) builder.rule(SCMP_ACT_NOTIFY, "socketpair");
  };
  filter.allowed = build_code(Shape::tree, SCMP_ACT_ERRNO(ENOSYS), allow, why);
  filter.refused_to_all = build_code(Shape::tree, SCMP_ACT_ALLOW, value_rules, why);
  filter.refused = build_code(Shape::list, SCMP_ACT_ALLOW, refuse, why);
  if (filter.refused.size() > kMaxRefused) why = "the filter's size";
  return filter;
}

bool load_for_all(const Filter& filter) {
  for (const auto& part : {std::cref(filter.allowed), std::cref(filter.refused_to_all)}) {
    const std::vector<sock_filter>& rules = part;
    sock_fprog code{static_cast<unsigned short>(rules.size()), const_cast<sock_filter*>(rules.data())};
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, kLoadFlags, &code) < 0) return false;
  }
  return true;
}

}  // namespace minos
