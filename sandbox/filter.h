// The system-call filters. Theory of operation:
//
// Loading a filter costs a test about 0.1 ms, so a cell loads it once, into itself, and every program it starts
// inherits it. But then the cell needs calls that a program must not have (passing messages, execveat, clone).
// The kernel gives a filter all six argument registers whatever the call uses, so the cell puts a secret, random
// for each helper process, in the sixth one of those calls, and the filter wants to see it there. A program
// cannot learn it: exec replaces the memory and clears the registers, and a filter cannot be read back.
//
// Default is ENOSYS: a C library that meets an unknown call falls back. What only an attack asks for is killed.
#pragma once
#include <linux/filter.h>

#include <cstdint>
#include <vector>

#include "facts.h"

namespace minos {

struct Filter {
  std::vector<sock_filter> code;
  // Allocations from kNotifyBytes on are reported to the cell (see watch.cpp) instead of decided in the filter.
  bool notifies = false;
};

constexpr uint64_t kNotifyBytes = 1ull << 30;

// `notify`: not possible when a container's own filter already has a listener. `why` names the step when the
// code is empty.
Filter build_filter(Profile profile, bool notify, uint64_t secret, const char*& why);

// Binds the calling process for good. Returns the listener's descriptor, or -1 when the filter has none;
// `failed` tells whether the kernel refused.
int load_filter(const Filter& filter, bool& failed);

}  // namespace minos
