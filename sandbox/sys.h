// Thin helpers over system calls: an owning descriptor, clocks, descriptor passing.
#pragma once
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace minos {

class Fd {
 public:
  Fd() = default;
  explicit Fd(int fd) : fd_(fd) {}
  Fd(Fd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Fd& operator=(Fd&& other) noexcept {
    if (this != &other) reset(std::exchange(other.fd_, -1));
    return *this;
  }
  ~Fd() { reset(); }
  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }
  void reset(int fd = -1) {
    if (fd_ >= 0) close(fd_);
    fd_ = fd;
  }
  int release() { return std::exchange(fd_, -1); }

 private:
  int fd_ = -1;
};

inline uint64_t read_clock(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(time.tv_nsec);
}

inline uint64_t now_ns() { return read_clock(CLOCK_MONOTONIC); }

// One datagram with descriptors.
ssize_t send_message(int socket, std::span<const iovec> parts, std::span<const int> fds);
// Received descriptors are close-on-exec. `fd_count`: room in, number received out.
ssize_t receive_message(int socket, void* to, size_t size, int* fds, size_t& fd_count, int flags);

// Whole small file as text, or what could be read of it; "" when absent.
std::string read_small_file(const char* path);
bool write_file(const char* path, std::string_view text);
bool write_at(int dir, const char* name, std::string_view text);

}  // namespace minos
