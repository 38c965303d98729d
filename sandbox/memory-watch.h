// Resident memory of everything below a cell, for the tiers where no cgroup bounds it.
#pragma once
#include <sys/types.h>

#include <cstdint>

namespace minos {

// A program touches at most some 10 MB in this time.
constexpr uint64_t kMemoryPollNs = 4'000'000;

uint64_t resident_below(pid_t cell);

}  // namespace minos
