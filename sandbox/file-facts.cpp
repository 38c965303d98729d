#include "file-facts.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>

#include <algorithm>

#include "memory-of.h"

namespace minos {

namespace {

constexpr int kBlock = 4096;

// The five calls as one. Addresses are in the program's memory.
struct Question {
  int dir = AT_FDCWD;
  uint64_t path = 0;  // 0: the descriptor itself
  int flags = 0;
  uint64_t to = 0;
  bool extended = false;  // statx
};

Question read_question(const seccomp_data& call) {
  const auto& arg = call.args;
  switch (call.nr) {
    case SYS_fstat:
      return {static_cast<int>(arg[0]), 0, AT_EMPTY_PATH, arg[1], false};
    case SYS_statx:
      return {static_cast<int>(arg[0]), arg[1], static_cast<int>(arg[2]), arg[4], true};
#ifdef SYS_stat
    case SYS_stat:
      return {AT_FDCWD, arg[0], 0, arg[1], false};
    case SYS_lstat:
      return {AT_FDCWD, arg[0], AT_SYMLINK_NOFOLLOW, arg[1], false};
#endif
    default:
      return {static_cast<int>(arg[0]), arg[1], static_cast<int>(arg[3]), arg[2], false};
  }
}

// Of a file of this run: its kind and its size. Of one of the shown folders also what tells it from the others (the
// loader knows by that which libraries it has), whether it may be executed, and when it was changed (interpreters know by
// that whether what they made of it still holds): facts of the machine that no run changes. Never when it was last read.
struct statx show(const struct statx& real, bool of_the_machine) {
  struct statx shown {};
  bool folder = S_ISDIR(real.stx_mode);
  shown.stx_mask = STATX_BASIC_STATS;
  shown.stx_mode = static_cast<uint16_t>((real.stx_mode & S_IFMT) | 0444);
  if (S_ISREG(real.stx_mode)) shown.stx_size = real.stx_size;
  shown.stx_blocks = (shown.stx_size + 511) / 512;
  shown.stx_blksize = kBlock;
  shown.stx_nlink = folder ? real.stx_nlink : 1;
  shown.stx_ino = 1;
  if (!of_the_machine) return shown;
  shown.stx_mode = real.stx_mode;
  shown.stx_ino = real.stx_ino;
  shown.stx_dev_major = real.stx_dev_major;
  shown.stx_dev_minor = real.stx_dev_minor;
  shown.stx_mtime = real.stx_mtime;
  return shown;
}

struct stat as_plain(const struct statx& shown) {
  struct stat plain {};
  plain.st_mode = shown.stx_mode;
  plain.st_size = static_cast<off_t>(shown.stx_size);
  plain.st_blocks = static_cast<blkcnt_t>(shown.stx_blocks);
  plain.st_blksize = kBlock;
  plain.st_nlink = shown.stx_nlink;
  plain.st_ino = shown.stx_ino;
  plain.st_dev = makedev(shown.stx_dev_major, shown.stx_dev_minor);
  plain.st_mtim = {shown.stx_mtime.tv_sec, shown.stx_mtime.tv_nsec};
  return plain;
}

}  // namespace

bool is_about_file(int number) {
#ifdef SYS_stat
  if (number == SYS_stat || number == SYS_lstat) return true;
#endif
  return number == SYS_fstat || number == SYS_newfstatat || number == SYS_statx;
}

int answer_about_file(const seccomp_notif& asked, const Launch& launch) {
  if (launch.config->tier == Tier::bare && is_for_interpreter(*launch.config)) return -EPERM;
  Question question = read_question(asked.data);
  MemoryOf memory(static_cast<pid_t>(asked.pid));
  char path[PATH_MAX] = "";
  if (int error = question.path ? memory.read_path(question.path, path, sizeof path) : 0) return error;
  Fd dir;
  if (question.dir != AT_FDCWD && path[0] != '/') {
    dir.reset(static_cast<int>(syscall(SYS_pidfd_getfd, launch.pidfd.get(), question.dir, 0)));
    if (!dir) return -errno;
  }
  // The same root, folder and rights as the program's: it learns nothing that it could not reach itself.
  struct statx real {};
  int at = dir ? dir.get() : AT_FDCWD;
  int flags = question.flags & ~AT_STATX_SYNC_TYPE;
  if (statx(at, path, flags, STATX_BASIC_STATS | STATX_MNT_ID, &real) < 0) return -errno;
  const auto& shown_mounts = launch.config->shown_mounts;
  bool of_the_machine = std::binary_search(shown_mounts.begin(), shown_mounts.end(), real.stx_mnt_id);
  struct statx extended = show(real, of_the_machine);
  struct stat plain = as_plain(extended);
  bool written = question.extended ? memory.write(&extended, question.to, sizeof extended)
                                   : memory.write(&plain, question.to, sizeof plain);
  return written ? 0 : -errno;
}

}  // namespace minos
