#include "file-facts.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#include <algorithm>
#include <cstring>

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

class Memory {
 public:
  explicit Memory(pid_t thread) : thread_(thread) {}

  bool read(uint64_t from, void* to, size_t size) const { return copy(process_vm_readv, from, to, size); }
  bool write(const void* from, uint64_t to, size_t size) const {
    return copy(process_vm_writev, to, const_cast<void*>(from), size);
  }

  int read_path(uint64_t from, char* path, size_t room) const {
    // Not beyond the page in which it ends: the next one may not be there.
    for (size_t at = 0; at < room;) {
      size_t part = std::min(room - at, static_cast<size_t>(kBlock - (from + at) % kBlock));
      if (!read(from + at, path + at, part)) return -errno;
      if (memchr(path + at, 0, part)) return 0;
      at += part;
    }
    return -ENAMETOOLONG;
  }

 private:
  bool copy(decltype(process_vm_readv)& call, uint64_t theirs, void* ours, size_t size) const {
    iovec local{ours, size}, remote{reinterpret_cast<void*>(theirs), size};
    ssize_t copied = call(thread_, &local, 1, &remote, 1, 0);
    // A part is no error of the call's own, and the last error of another would be told.
    if (copied >= 0 && copied < static_cast<ssize_t>(size)) errno = EFAULT;
    return copied == static_cast<ssize_t>(size);
  }

  pid_t thread_;
};

struct stat show(const struct stat& real) {
  struct stat shown {};
  shown.st_mode = (real.st_mode & S_IFMT) | 0444;
  if (S_ISREG(real.st_mode)) shown.st_size = real.st_size;
  shown.st_blocks = (shown.st_size + 511) / 512;
  shown.st_blksize = kBlock;
  shown.st_nlink = S_ISDIR(real.st_mode) ? real.st_nlink : 1;
  shown.st_ino = 1;
  return shown;
}

struct statx show_extended(const struct stat& real) {
  struct stat plain = show(real);
  struct statx shown {};
  shown.stx_mask = STATX_BASIC_STATS;
  shown.stx_mode = static_cast<uint16_t>(plain.st_mode);
  shown.stx_size = static_cast<uint64_t>(plain.st_size);
  shown.stx_blocks = static_cast<uint64_t>(plain.st_blocks);
  shown.stx_blksize = kBlock;
  shown.stx_nlink = static_cast<uint32_t>(plain.st_nlink);
  shown.stx_ino = 1;
  return shown;
}

}  // namespace

bool is_about_file(int number) {
#ifdef SYS_stat
  if (number == SYS_stat || number == SYS_lstat) return true;
#endif
  return number == SYS_fstat || number == SYS_newfstatat || number == SYS_statx;
}

int answer_about_file(const seccomp_notif& asked, const Launch& launch) {
  Question question = read_question(asked.data);
  Memory memory(static_cast<pid_t>(asked.pid));
  char path[PATH_MAX] = "";
  if (int error = question.path ? memory.read_path(question.path, path, sizeof path) : 0) return error;
  Fd dir;
  if (question.dir != AT_FDCWD && path[0] != '/') {
    dir.reset(static_cast<int>(syscall(SYS_pidfd_getfd, launch.pidfd.get(), question.dir, 0)));
    if (!dir) return -errno;
  }
  // The same root, folder and rights as the program's: it learns nothing that it could not reach itself.
  struct stat real;
  int at = dir ? dir.get() : AT_FDCWD;
  int flags = question.flags & ~AT_STATX_SYNC_TYPE;
  if (fstatat(at, path, &real, flags) < 0) return -errno;
  struct stat plain = show(real);
  struct statx extended = show_extended(real);
  bool written = question.extended ? memory.write(&extended, question.to, sizeof extended)
                                   : memory.write(&plain, question.to, sizeof plain);
  return written ? 0 : -errno;
}

}  // namespace minos
