// What a run is asked and what it answers: the vocabulary every file of the helper shares.
// Facts only. No word here says whether a program was right.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "sys.h"

namespace minos {

enum class Tier : uint8_t { cgroup2, cgroup1, rlimits, bare };
enum class Profile : uint8_t { program, toolchain };

// Which limit stopped the program. `aborted` is the caller's own wish.
enum class Limit : uint8_t { none, cpu, wall, memory, output, aborted };

struct Limits {
  uint64_t cpu_ns;
  uint64_t wall_ns;
  uint64_t memory;
  uint64_t output;
  uint64_t processes;
  uint64_t file_size;
  uint64_t stack;
};

struct Facts {
  uint64_t cpu_ns;
  uint64_t wall_ns;
  uint64_t memory;
  int32_t exit_code;  // -1: a signal ended it
  int32_t signal;     // 0: it exited
  Limit limit;
  uint64_t refused;  // largest allocation refused, 0: none
};

// A file's content as Node named it: a path to open, or bytes. Bytes are put in a memory file as they arrive:
// a cell forked later must not inherit them.
struct Content {
  bool inlined = false;
  std::string path;
  Fd bytes;
};

struct NamedContent {
  std::string name;
  Content content;
};

struct Request {
  uint32_t id = 0;
  Profile profile = Profile::program;
  bool express = false;  // does not wait for an ordinary run: that one stands still meanwhile
  std::string program;
  std::vector<std::string> args;
  std::vector<std::string> env;
  Content input;
  std::vector<NamedContent> files;
  std::vector<std::string> read_only;
  std::string collect_name;
  std::string collect_to;
  std::vector<std::string> give_back;  // files of the work folder whose beginnings are told with the facts
  std::string spill_to;
  Limits limits{};
};

constexpr uint64_t kInlineOutput = 64 * 1024;
// Of standard error its beginning, and its end: there a runtime says why it gives up.
constexpr uint64_t kKeptError = 60 * 1024;
constexpr uint64_t kKeptErrorEnd = 4 * 1024;
constexpr size_t kGivenBack = 64 * 1024;  // of each file
constexpr size_t kMostGivenBack = 8;

}  // namespace minos
