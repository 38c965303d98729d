// How long a program was ready to run and the machine did something else.
#pragma once
#include <sys/types.h>

#include <cstdint>

namespace minos {

// Of the first process below the cell, its main thread alone: what its other threads wait for is mostly each other.
// 0 where the kernel does not count it.
uint64_t run_delay_below(pid_t cell);

}  // namespace minos
