// Starting one program from a cell. The kernel takes the largest size of the memory that exec leaves for the least peak
// of the program, which can read it and is charged with it. So the child does not borrow the cell's memory, as after
// vfork: it has one of its own, with a page of the helper's code, constants and a room that it shares with the cell.
// Nothing is copied, nothing that earlier runs made the cell touch counts, and the child can leave its error in a
// variable. The cell sleeps until exec, as after vfork.
//
// The table of descriptors is shared until exec gives the program one of its own. So the cell puts in place what the
// program will find, takes it back afterwards, and needs no message to have the listener of the child's filter.
#pragma once
#include <sys/types.h>

#include <span>

#include "cell.h"
#include "sys.h"

namespace minos {

inline constexpr const char* kExecStep = "exec";

// As setrlimit wants it.
struct SetLimit {
  int resource;
  uint64_t soft, hard;
};

// Lies in the room, with everything that it points to.
struct Launch {
  // The child's, with its upper end on one page with what follows: less to be faulted in.
  alignas(4096) char stack[6 * 1024];
  SetLimit set_limits[6];
  std::span<char> room;
  const CellConfig* config = nullptr;
  const Limits* limits = nullptr;
  int input = -1, output = -1, error = -1;
  int program = -1;  // descriptor to execute, -1: execute argv[0]'s path
  int program_number = -1;  // that it has then
  const int* kept = nullptr;  // descriptors that the program inherits besides the first three
  size_t kept_count = 0;
  char* const* argv = nullptr;
  char* const* env = nullptr;
  sock_fprog refused{};  // see filter.h
  bool notifies = false;
  const char no_path = '\0';
  // Answers.
  pid_t pid = -1;
  Fd pidfd;
  Fd listener;  // of the filter's questions, when it has any
  const char* step = nullptr;  // what failed, null: the program runs
  int failure = 0;
  int listening = -1;  // the listener's number, from the child
};

// Null: errno says why.
void* make_room(size_t size);

void launch_program(Launch& launch);

}  // namespace minos
