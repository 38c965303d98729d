// Builds a cell's world, step by step; each step that fails is reported by name, because which one fails tells
// what the machine forbids (Docker's default profile: unshare or mount; Ubuntu 24.04: the namespace is granted
// but mount is not).
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/mount.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "cell.h"
#include "landlock.h"
#include "sys.h"

namespace minos {

namespace {

constexpr uid_t kInnerUser = 1000;
// A name no machine has: what a machine keeps below a folder of this name, its compiler or interpreter would not see.
constexpr const char* kWork = "/minos-work";

// Where the kernel shares the cores' time among sessions first (sched_autogroup), a process's own niceness counts only
// inside its session. Elsewhere there is no such file and nothing to do.
void lower_priority_of_session(int niceness) {
  int file = open("/proc/self/autogroup", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  dprintf(file, "%d", niceness);
  close(file);
}

void leave_the_helper(CellConfig& config) {
  // Input and output of the helper itself are Node's frames: out of reach before anything else.
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0) report_failure(config, "open /dev/null");
  for (int fd : {0, 1, 2}) {
    if (dup3(null, fd, O_CLOEXEC) < 0) report_failure(config, "dup");
  }
  // Everything inherited but our own few: other cells' sockets, pipes of running programs.
  int* keep[] = {&config.socket, &config.group.spawn_dir, &config.group.attach, &config.group.attach_cpu,
                 &config.group.cpu_usage, &config.last_pid};
  std::ranges::sort(keep, {}, [](const int* fd) { return *fd; });
  int next = 3;
  for (int* fd : keep) {
    if (*fd < 3) continue;
    // Below the numbers by which programs are executed, however many the helper has.
    if (*fd != next && dup3(*fd, next, O_CLOEXEC) < 0) report_failure(config, "dup");
    *fd = next++;
  }
  close_range(static_cast<unsigned>(next), ~0u, 0);
  setsid();  // no controlling terminal
  if (config.session_niceness != 0) lower_priority_of_session(config.session_niceness);
}

void pin_to_core(const CellConfig& config) {
  if (config.core < 0) return;
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<size_t>(config.core), &set);
  if (sched_setaffinity(0, sizeof set, &set) < 0) report_failure(config, "pin to core");
}

void become_nobody(const CellConfig& config) {
  if (!config.root) return;  // the caller's own id is mapped already
  uid_t id = config.user_namespace ? kInnerUser : config.outer_user;
  if (setgroups(0, nullptr) < 0) report_failure(config, "setgroups");
  if (setresgid(id, id, id) < 0) report_failure(config, "setresgid");
  // Keeps the capabilities that the rest of the set-up needs, when there is no user namespace to hold them.
  prctl(PR_SET_KEEPCAPS, 1);
  if (setresuid(id, id, id) < 0) report_failure(config, "setresuid");
  if (config.user_namespace) return;
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct data[2]{};
  if (syscall(SYS_capget, &header, data) < 0) report_failure(config, "capget");
  for (auto& word : data) word.effective = word.permitted;
  if (syscall(SYS_capset, &header, data) < 0) report_failure(config, "capset");
}

int mount_tmpfs(const CellConfig& config, const char* target, unsigned long flags, const char* options) {
  if (mount("tmpfs", target, "tmpfs", flags, options) < 0) report_failure(config, "mount tmpfs");
  int dir = open(target, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (dir < 0) report_failure(config, "open tmpfs");
  return dir;
}

struct Tree {
  std::string path;
  int fd;            // -1: a symbolic link
  std::string link;  // its target
};

// Detached copies of a toolchain's or an interpreter's folders, taken while the machine's own tree is still in view, and still
// with the helper's own rights: the way to a folder may be closed to others (a checkout under /root).
std::vector<Tree> clone_trees(const CellConfig& config) {
  std::vector<Tree> trees;
  // A program's folder receives what the supervisor mounts in it; nothing else of a cell does.
  unsigned long propagation = config.profile == Profile::program ? MS_SLAVE : MS_PRIVATE;
  if (mount(nullptr, "/", nullptr, MS_REC | propagation, nullptr) < 0) report_failure(config, "mount private");
  for (const std::string& path : config.read_only) {
    struct stat info;
    if (path.empty() || path[0] != '/') continue;
    if (lstat(path.c_str(), &info) < 0) {
      if (errno != ENOENT) report_failure(config, "read-only folder");
      continue;
    }
    if (S_ISLNK(info.st_mode)) {  // /lib on a merged-/usr system: made again below, not followed
      char target[4096];
      ssize_t size = readlink(path.c_str(), target, sizeof target);
      if (size > 0) trees.push_back({path, -1, std::string(target, static_cast<size_t>(size))});
      continue;
    }
    int fd = static_cast<int>(syscall(SYS_open_tree, AT_FDCWD, path.c_str(),
                                      OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE));
    if (fd < 0) report_failure(config, "open_tree");
    mount_attr attributes{};
    attributes.attr_set = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV;
    attributes.propagation = MS_PRIVATE;
    if (syscall(SYS_mount_setattr, fd, "", AT_EMPTY_PATH | AT_RECURSIVE, &attributes, sizeof attributes) < 0) {
      report_failure(config, "mount_setattr");
    }
    trees.push_back({path, fd, ""});
  }
  return trees;
}

void make_parents(int dir, const std::string& path) {
  for (size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1)) {
    mkdirat(dir, path.substr(1, at - 1).c_str(), 0755);
  }
}

uint64_t mount_of(const CellConfig& config, int dir, const char* path) {
  struct statx info {};
  if (statx(dir, path, AT_SYMLINK_NOFOLLOW, STATX_MNT_ID, &info) < 0) report_failure(config, "statx");
  return info.stx_mnt_id;
}

void place_trees(CellConfig& config, int root, const std::vector<Tree>& trees) {
  for (const Tree& tree : trees) {
    const char* inside = tree.path.c_str() + 1;
    make_parents(root, tree.path);
    if (tree.fd < 0) {
      symlinkat(tree.link.c_str(), root, inside);
      continue;
    }
    struct stat info;
    bool folder = fstat(tree.fd, &info) == 0 && S_ISDIR(info.st_mode);
    if (folder) {
      mkdirat(root, inside, 0755);
    } else {
      Fd file(openat(root, inside, O_WRONLY | O_CREAT | O_CLOEXEC, 0444));
    }
    if (syscall(SYS_move_mount, tree.fd, "", root, inside, MOVE_MOUNT_F_EMPTY_PATH) < 0) {
      report_failure(config, "move_mount");
    }
    close(tree.fd);
    config.shown_mounts.push_back(mount_of(config, root, inside));
  }
  std::sort(config.shown_mounts.begin(), config.shown_mounts.end());
}

// Where programs look for it. It is there when the run's files have it (run-types.ts).
void link_standard_input(const CellConfig& config, int root) {
  const std::string target = std::string("..") + kWork + "/stdin";
  if (mkdirat(root, "dev", 0755) < 0 || symlinkat(target.c_str(), root, "dev/stdin") < 0) {
    report_failure(config, "link of the input");
  }
}

// The new root must be the process's root with nothing of the old one left to climb to.
void enter_root(const CellConfig& config) {
  if (syscall(SYS_pivot_root, ".", ".") == 0) {
    if (umount2(".", MNT_DETACH) < 0) report_failure(config, "umount old root");
    return;
  }
  // An initramfs cannot be pivoted away: move the new root over it.
  if (mount(".", "/", nullptr, MS_MOVE, nullptr) < 0) report_failure(config, "pivot_root");
  if (chroot(".") < 0 || chdir("/") < 0) report_failure(config, "chroot");
}

// For good: nothing is made, executed or opened as a device through this mount. Those on top of it have rules of their
// own.
void make_read_only(const CellConfig& config, int place) {
  mount_attr attributes{};
  attributes.attr_set = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC;
  if (syscall(SYS_mount_setattr, place, "", AT_EMPTY_PATH, &attributes, sizeof attributes) < 0) {
    report_failure(config, "mount_setattr");
  }
}

// The folder that the supervisor prepared, with whatever it mounts there later.
int mount_shown_folder(const CellConfig& config, const char* target) {
  if (mount(config.root_folder.c_str(), target, nullptr, MS_BIND | MS_REC, nullptr) < 0) {
    report_failure(config, "mount of shown files");
  }
  int dir = open(target, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (dir < 0) report_failure(config, "open shown files");
  return dir;
}

int mount_work_folder(const CellConfig& config) {
  char options[96];
  snprintf(options, sizeof options, "mode=0755,nr_inodes=1024,size=%llu",
           static_cast<unsigned long long>(config.work_bytes));
  return mount_tmpfs(config, kWork, MS_NOSUID | MS_NODEV | MS_NOEXEC, options);
}

// A program's root is the folder of shown files itself. A compiler's and an interpreter's is a tmpfs of its own with the
// machine's folders in it and a place to be: the compiler's work folder, or the folder of shown files. All of it is
// read-only but the work folder. Returns that one; -1: there is none.
int build_root(CellConfig& config, const std::vector<Tree>& trees) {
  const char* stage = "/tmp";
  struct stat info;
  if (lstat(stage, &info) < 0 || !S_ISDIR(info.st_mode)) stage = "/mnt";

  bool interpreter = is_for_interpreter(config);
  bool has_folders = interpreter || config.profile == Profile::toolchain;
  int root = has_folders ? mount_tmpfs(config, stage, MS_NOSUID | MS_NODEV, "mode=0755")
                         : mount_shown_folder(config, stage);
  if (chdir(stage) < 0) report_failure(config, "chdir");
  place_trees(config, root, trees);
  if (has_folders && mkdirat(root, kWork + 1, 0755) < 0) report_failure(config, "mkdir");
  if (interpreter) {
    link_standard_input(config, root);
    int shown = mount_shown_folder(config, kWork + 1);
    make_read_only(config, shown);
    close(shown);
  }
  enter_root(config);

  int files_dir = config.profile == Profile::toolchain ? mount_work_folder(config) : -1;
  make_read_only(config, root);
  close(root);
  if (chdir(has_folders ? kWork : "/") < 0) report_failure(config, "chdir");
  return files_dir;
}

// What is the same for each run and no hindrance to the cell itself; launch.cpp has the others. Whoever started us may have
// been allowed less.
void limit_for_all(const CellConfig& config) {
  auto set = [&](auto resource, rlim_t value) {
    rlimit limit;
    if (getrlimit(resource, &limit) < 0) report_failure(config, "getrlimit");
    limit.rlim_cur = limit.rlim_max = std::min(value, limit.rlim_max);
    if (setrlimit(resource, &limit) < 0) report_failure(config, "setrlimit");
  };
  set(RLIMIT_MEMLOCK, 0);
  set(RLIMIT_MSGQUEUE, 0);
  set(RLIMIT_SIGPENDING, 256);
  // One byte, not zero: with zero the kernel still starts the crash reporter of a piped core_pattern.
  set(RLIMIT_CORE, 1);
}

void drop_capabilities(const CellConfig& config) {
  for (int capability = 0; prctl(PR_CAPBSET_READ, capability) >= 0; capability++) {
    prctl(PR_CAPBSET_DROP, capability);
  }
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct kept[2]{};
  // For setting process numbers back before each run. Neither inheritable nor ambient: a program starts without it.
  if (config.last_pid >= 0) kept[1].permitted = kept[1].effective = 1u << (CAP_CHECKPOINT_RESTORE - 32);
  if (syscall(SYS_capset, &header, kept) < 0) report_failure(config, "capset");
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) report_failure(config, "no_new_privs");
}

// No namespaces to build a world in: the scratch folder the supervisor made is the working folder.
int enter_scratch(const CellConfig& config) {
  if (chdir(config.scratch.c_str()) < 0) report_failure(config, "chdir scratch");
  int dir = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (dir < 0) report_failure(config, "open scratch");
  if (prctl(PR_SET_CHILD_SUBREAPER, 1) < 0) report_failure(config, "subreaper");
  return dir;
}

}  // namespace

int build_world(CellConfig& config) {
  leave_the_helper(config);
  pin_to_core(config);
  if (config.tier == Tier::bare) {
    become_nobody(config);
    return enter_scratch(config);  // sealed when the run's files are in place
  }
  std::vector<Tree> trees = clone_trees(config);
  become_nobody(config);
  int files_dir = build_root(config, trees);
  if (sethostname("minos", 5) < 0) report_failure(config, "sethostname");
  seal_world(config, {}, -1);
  return files_dir;
}

void seal_world(const CellConfig& config, std::span<const int> readable, int executable) {
  // 128 touched pages would count as 130 MB where huge pages are always on (Debian's default).
  prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
  limit_for_all(config);
  drop_capabilities(config);
  if (config.tier == Tier::bare) restrict_with_landlock(config, readable, executable);
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // here, because a change of user id clears it
  prctl(PR_SET_DUMPABLE, 0);  // the program has the same user id: it may not look into the cell
  if (!load_for_all(*config.filter)) report_failure(config, "seccomp");
}

void report_failure(const CellConfig& config, const char* step) {
  Report report;
  report.tag = ReportTag::failed;
  report.error = errno;
  strncpy(report.step, step, sizeof report.step - 1);
  iovec part{&report, sizeof report};
  send_message(config.socket, {&part, 1}, {});
  _exit(1);
}

}  // namespace minos
