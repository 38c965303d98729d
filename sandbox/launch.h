// Starting one program from a cell, vfork-style: the child borrows the cell's memory until exec, so nothing is
// copied and the child can leave its error in a variable.
#pragma once
#include <sys/types.h>

#include <span>

#include "cell.h"
#include "sys.h"

namespace minos {

inline constexpr const char* kExecStep = "exec";

struct Launch {
  const CellConfig* config = nullptr;
  const Limits* limits = nullptr;
  int input = -1, output = -1, error = -1;
  int program = -1;  // descriptor to execute, -1: execute argv[0]'s path
  std::span<const int> kept;  // descriptors that the program inherits besides the first three
  char* const* argv = nullptr;
  char* const* env = nullptr;
  // Answers.
  pid_t pid = -1;
  Fd pidfd;
  const char* step = nullptr;  // what failed, null: the program runs
  int failure = 0;
};

void launch_program(Launch& launch);

}  // namespace minos
