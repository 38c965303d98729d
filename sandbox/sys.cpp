#include "sys.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <cstring>

namespace minos {

namespace {
constexpr size_t kMaxFds = 64;
}

ssize_t send_message(int socket, std::span<const iovec> parts, std::span<const int> fds) {
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int) * kMaxFds)];
  msghdr message{};
  message.msg_iov = const_cast<iovec*>(parts.data());
  message.msg_iovlen = parts.size();
  if (!fds.empty()) {
    message.msg_control = control;
    message.msg_controllen = CMSG_SPACE(fds.size_bytes());
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(fds.size_bytes());
    memcpy(CMSG_DATA(header), fds.data(), fds.size_bytes());
  }
  return sendmsg(socket, &message, MSG_NOSIGNAL);
}

ssize_t receive_message(int socket, void* to, size_t size, int* fds, size_t& fd_count, int flags) {
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int) * kMaxFds)];
  iovec part{to, size};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  ssize_t got = recvmsg(socket, &message, flags | MSG_CMSG_CLOEXEC);
  size_t room = std::exchange(fd_count, 0);
  if (got < 0) return got;
  for (cmsghdr* header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < count; i++) {
      int fd;
      memcpy(&fd, CMSG_DATA(header) + i * sizeof fd, sizeof fd);
      if (fd_count < room) {
        fds[fd_count++] = fd;
      } else {
        close(fd);
      }
    }
  }
  return got;
}

std::string read_small_file(const char* path) {
  std::string text;
  Fd file(open(path, O_RDONLY | O_CLOEXEC));
  if (!file) return text;
  char chunk[4096];
  for (ssize_t got; (got = read(file.get(), chunk, sizeof chunk)) > 0;) text.append(chunk, static_cast<size_t>(got));
  return text;
}

bool write_at(int dir, const char* name, std::string_view text) {
  Fd file(openat(dir, name, O_WRONLY | O_CLOEXEC));
  return file && write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

bool write_file(const char* path, std::string_view text) { return write_at(AT_FDCWD, path, text); }

}  // namespace minos
