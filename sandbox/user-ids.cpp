#include "user-ids.h"

#include <sys/random.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cstdio>
#include <cstring>

namespace minos {

namespace {

struct Range {
  uint32_t first, count;
};

// Unused by systemd (https://systemd.io/UIDS-GIDS/). The first lies above the ranges for containers and the usual ones
// for subordinate ids and directory services too; the second is for a container that has only 65,536 ids.
constexpr Range kRanges[] = {{2'100'000'000, 45'000'000}, {60'706, 478}};

constexpr uint32_t kBlock = 32;

bool is_mapped(const Range& range) {
  std::string map = read_small_file("/proc/self/uid_map");
  unsigned inner, outer, count;
  int used = 0;
  for (const char* at = map.c_str(); sscanf(at, "%u %u %u%n", &inner, &outer, &count, &used) == 3; at += used) {
    if (inner <= range.first && uint64_t{inner} + count >= uint64_t{range.first} + range.count) return true;
  }
  return false;
}

// A socket in the abstract namespace is a lock that the kernel gives back however its holder ends.
Fd claim_block(uint32_t first) {
  Fd lock(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  int size = snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "minos-sandbox-users-%u", first);
  auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + static_cast<size_t>(size));
  if (lock && bind(lock.get(), reinterpret_cast<sockaddr*>(&name), length) < 0) lock.reset();
  return lock;
}

}  // namespace

bool UserIds::claim_in(uint32_t first, uint32_t range, unsigned blocks) {
  uint32_t total = range / kBlock;
  if (blocks > total) return false;
  // Anywhere: helpers in other containers of this machine are not seen by name.
  uint32_t start = 0;
  if (getrandom(&start, sizeof start, 0) != sizeof start) return false;
  for (uint32_t tried = 0; tried < total; tried++) {
    uint32_t at = (start % total + tried) % total;
    if (at + blocks > total) continue;
    claims_.clear();
    while (claims_.size() < blocks) {
      Fd block = claim_block(first + (at + static_cast<uint32_t>(claims_.size())) * kBlock);
      if (!block) break;
      claims_.push_back(std::move(block));
    }
    first_ = first + at * kBlock;
    if (claims_.size() == blocks) return true;
  }
  return false;
}

bool UserIds::claim(unsigned count, std::string& why) {
  unsigned blocks = (count + kBlock - 1) / kBlock;
  for (const Range& range : kRanges) {
    if (is_mapped(range) && claim_in(range.first, range.count, blocks)) return true;
  }
  why = "no user ids are free for the cells";
  return false;
}

}  // namespace minos
