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
#include <sys/types.h>

#include <cstdint>
#include <vector>

#include "facts.h"

namespace minos {

struct Secret {
  uint64_t sixth = 0;   // what the sixth argument must be
  uint32_t beside = 0;  // for calls that use the sixth one themselves: what stands beside a process id
};

// A process id is half a register; the kernel does not look at the other half.
inline uint64_t beside_pid(uint32_t secret, pid_t pid) { return uint64_t{secret} << 32 | static_cast<uint32_t>(pid); }

struct Filter {
  std::vector<sock_filter> allowed;
  std::vector<sock_filter> refused;  // of what the other one allows
  // Allocations from kNotifyBytes on, and questions about files, are for the cell to answer (see watch.cpp).
  bool notifies = false;
};

constexpr uint64_t kNotifyBytes = 1ull << 30;

// `notify`: not possible when a container's own filter already has a listener. `why` names the step when the
// code is empty.
Filter build_filter(Profile profile, bool notify, const Secret& secret, const char*& why);

// Binds the calling process for good. Returns the listener's descriptor, or -1 when the filter has none;
// `failed` tells whether the kernel refused.
int load_filter(const Filter& filter, bool& failed);

}  // namespace minos
