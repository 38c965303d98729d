// The memory of a program, as its cell reads a question there and writes the answer.
#pragma once
#include <errno.h>
#include <sys/types.h>
#include <sys/uio.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace minos {

class MemoryOf {
 public:
  explicit MemoryOf(pid_t thread) : thread_(thread) {}

  bool read(uint64_t from, void* to, size_t size) const { return copy(process_vm_readv, from, to, size); }
  bool write(const void* from, uint64_t to, size_t size) const {
    return copy(process_vm_writev, to, const_cast<void*>(from), size);
  }

  int read_path(uint64_t from, char* path, size_t room) const {
    // Not beyond the page in which it ends: the next one may not be there.
    for (size_t at = 0; at < room;) {
      size_t part = std::min(room - at, static_cast<size_t>(kPage - (from + at) % kPage));
      if (!read(from + at, path + at, part)) return -errno;
      if (memchr(path + at, 0, part)) return 0;
      at += part;
    }
    return -ENAMETOOLONG;
  }

 private:
  static constexpr size_t kPage = 4096;

  bool copy(decltype(process_vm_readv)& call, uint64_t theirs, void* ours, size_t size) const {
    iovec local{ours, size}, remote{reinterpret_cast<void*>(theirs), size};
    ssize_t copied = call(thread_, &local, 1, &remote, 1, 0);
    // A part is no error of the call's own, and the last error of another would be told.
    if (copied >= 0 && copied < static_cast<ssize_t>(size)) errno = EFAULT;
    return copied == static_cast<ssize_t>(size);
  }

  pid_t thread_;
};

}  // namespace minos
