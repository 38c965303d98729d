// The user ids of cells outside, when the helper is root: each cell has one of its own, because RLIMIT_NPROC counts by
// user and user 0 is not bound by it. They need no accounts.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "sys.h"

namespace minos {

// Ids that nobody else on this machine has, neither another helper nor systemd, for as long as this object lives.
class UserIds {
 public:
  // False: `why` says what is missing.
  bool claim(unsigned count, std::string& why);
  uint32_t at(unsigned index) const { return first_ + index; }

 private:
  bool claim_in(uint32_t first, uint32_t range, unsigned blocks);
  uint32_t first_ = 0;
  std::vector<Fd> claims_;
};

}  // namespace minos
