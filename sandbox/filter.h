// The system-call filters. Theory of operation:
//
// A cell loads two into itself, once, and everything it starts inherits them: what the cell and its programs may call, and
// nothing else; and single values that neither may name in these calls. The child that becomes a program loads another one
// right before exec: it takes away what only the cell needs (passing messages, starting processes, loading filters) and
// brings what only the cell may answer to it. All bind for good, and of their answers the strictest one counts. The last
// is short, because loading it costs each run some 12 to 30 us and another 0.2 to 0.35 for each instruction.
//
// The exec itself has to pass all of them. It names a descriptor by a number that no program can have (see Filter::descriptors),
// which is the only way there is. A full path in the same call makes the kernel pass over that number: a static program sees no
// file that it could name, an interpreter can begin anew what it is shown, such as itself. That is the same process for
// every filter, limit and clock.
//
// Default is ENOSYS: a C library that meets an unknown call falls back. What only an attack asks for is killed.
#pragma once
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>

#include <cstdint>
#include <vector>

#include "facts.h"

namespace minos {

// What a cell is for, as far as calls go. An interpreter, and whatever it runs, may call a little more than a static
// program: what is no risk, but nobody else needs.
enum class CallsOf : uint8_t { program, interpreter, toolchain };

// With the one by which it is executed a static program has as many as the kernel keeps room for in each process. A larger
// table would be made, and copied by exec, for each run.
constexpr int kFewDescriptors = 63;
constexpr int kManyDescriptors = 256;
// Where nobody counts its pairs of sockets (pair_rules): what lies in as many as these make is 12 MB at most.
constexpr int kUncountedFds = 64;

struct Filter {
  std::vector<sock_filter> allowed;         // to the cell and its programs
  std::vector<sock_filter> refused_to_all;  // of that, single values
  std::vector<sock_filter> refused;         // of that, to programs
  // That a program may have, from 0 on (RLIMIT_NOFILE). It is executed by the number after them.
  int descriptors = kManyDescriptors;
  // Allocations from kNotifyBytes on, and questions about files and the machine, are for the cell to answer (see
  // watch.cpp).
  bool notifies = false;
};

// Room for `refused` where the child finds it (launch.h).
constexpr size_t kMaxRefused = 512;

constexpr uint64_t kNotifyBytes = 1ull << 30;

// Before Linux 5.16 a filter otherwise turns off speculative stores and slows the program; there is no secret in its
// process for a speculation attack to read.
constexpr unsigned kLoadFlags = SECCOMP_FILTER_FLAG_SPEC_ALLOW;

// Clone as a cell does it, and nobody else: the child shares the cell's descriptors until exec (see launch.h).
constexpr uint64_t kCellClone = CLONE_VFORK | CLONE_FILES | CLONE_PIDFD;

// Younger than Debian 12's headers: how the listener is told that whoever asks and whoever answers take turns on one
// core, so that the kernel switches between them at once.
constexpr unsigned long kSetListenerFlags = _IOW('!', 4, uint64_t);
constexpr uint64_t kSwitchAtOnce = 1;

// `notify`: not possible when a container's own filter already has a listener. `why` names the step when the
// code is empty.
Filter build_filter(CallsOf whom, bool notify, const char*& why);

// What binds the cell too, for good. False: the kernel refused.
bool load_for_all(const Filter& filter);

}  // namespace minos
