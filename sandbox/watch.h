// Watching one program until nothing of it is left.
#pragma once
#include "cell.h"
#include "launch.h"

namespace minos {

// Largest single request for address space that is granted.
uint64_t allowance_for(const Limits& limits, uint64_t machine_memory);

// Blocks until the program and everything it started are gone. `broken`: the supervisor went away or the cell
// can no longer vouch for its emptiness; the cell must end.
Facts watch_program(const Launch& launch, uint32_t run, uint64_t started_ns, bool& broken);

}  // namespace minos
