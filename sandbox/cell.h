// A cell: the long-lived process that is number 1 of its own namespaces and starts the programs.
//
// Theory of operation. The supervisor forks a cell for each slot of a judging core. The cell builds its world once
// (cell-setup.cpp): namespaces, an empty read-only root, an unprivileged user of its own, no capabilities, the
// system-call filter. Then it serves orders from a SEQPACKET socket (cell.cpp), one at a time: start the program
// (launch.cpp), watch it against the clocks (watch.cpp), kill and reap everything, report.
//
// The program is never number 1 of its namespace (number 1 ignores signals, so abort() would look like
// something else) and the cell never sits in the limited cgroup (the OOM killer would take it first).
// The supervisor drains the program's output and may send a word to stop it at any time. A cell that dies, or does not
// answer in time, is killed by the supervisor with everything in it, replaced, and the run repeated.
//
// A 'program' cell is reused for many runs. One for an interpreter shows folders of this machine besides, and serves
// whatever is to see the same ones. A 'toolchain' cell can write to its work folder: it serves one run.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "facts.h"
#include "filter.h"

namespace minos {

// What the supervisor prepared for the run's cgroup, as descriptors the cell may use; -1: not in this tier.
struct CellGroup {
  int spawn_dir = -1;  // v2: the program is born in it
  int attach = -1;     // v1: the program writes itself in
  int attach_cpu = -1; // the same for the group that counts CPU time, for runs that may fork
  int cpu_usage = -1;  // CPU time of everything inside, for runs that may fork
};

struct CellConfig {
  Profile profile = Profile::program;
  Tier tier = Tier::rlimits;
  int core = -1;
  int socket = -1;
  uint32_t outer_user = 0;   // as root: the id outside
  bool user_namespace = true;
  int niceness = 0;          // of the program, as nice(1) has it
  int session_niceness = 0;  // of the cell and all in it together, beside other sessions
  bool root = false;         // the supervisor is root
  int last_pid = -1;            // ns_last_pid; -1: not to be had, or not ours to change
  uint64_t machine_memory = 0;  // in bytes
  uint64_t work_bytes = 0;   // toolchain: size of the work folder
  const Filter* filter = nullptr;
  CellGroup group;
  std::vector<std::string> read_only;
  std::vector<uint64_t> shown_mounts;  // what became of them: the kernel's numbers, sorted
  std::string root_folder;   // program: where its files are shown, see shown-folder.h
  std::string scratch;       // tier bare: the working folder on the machine's own disk
};

// Whether it is a program's cell that shows folders of this machine: those of an interpreter.
inline bool is_for_interpreter(const CellConfig& config) {
  return config.profile == Profile::program && !config.read_only.empty();
}

// Whether the supervisor shows a run's files to the cell; otherwise the cell puts them into its own folder.
constexpr bool shows_files(Tier tier, Profile profile) { return profile == Profile::program && tier != Tier::bare; }

// Supervisor to cell. An order is followed by its texts, each ended by a NUL: argv, env, file names, names to
// give back, name to collect. Its descriptors: input, output, error, program (profile program only), files (see shows_files).
enum class CellTag : uint32_t { order = 1, stop = 2, more_time = 3, stand_still = 4, go_on = 5 };

struct Order {
  CellTag tag = CellTag::order;
  uint32_t run = 0;
  Limits limits{};
  uint32_t arg_count = 0;
  uint32_t env_count = 0;
  uint32_t file_count = 0;
  uint32_t give_back_count = 0;
};

// stop: for this reason. more_time: the wall limit moves by so much. stand_still, go_on: the program and its clocks.
struct Word {
  CellTag tag = CellTag::stop;
  uint32_t run = 0;
  Limit reason = Limit::aborted;
  uint64_t more_ns = 0;
};

// Cell to supervisor. `failed`: the cell could not be built. `fault`: this run could not be started because of
// what was asked. `unfit`: because of the cell itself (its cgroup is gone, say); another one may do better.
// `late`: the program has reached its wall limit, with this much CPU time; the supervisor stops it or gives it more time.
// A `done` may carry one descriptor: the collected file, or a memory file with those to give back, each as its size
// and its beginning, in the order in which they were asked for.
enum class ReportTag : uint32_t { ready = 1, failed = 2, done = 3, fault = 4, unfit = 5, late = 6 };

struct Report {
  ReportTag tag = ReportTag::ready;
  uint32_t run = 0;
  Facts facts{};
  int32_t error = 0;
  char step[28] = {};
};

constexpr uint32_t kNotGivenBack = ~0u;  // instead of the size: there is no such regular file

constexpr size_t kMaxOrderBytes = 128 * 1024;
constexpr size_t kMaxOrderTexts = 1024;
constexpr size_t kMaxOrderFds = 24;

// cell-setup.cpp. On failure reports the step and ends the process. Returns the working folder where the cell itself
// puts files; -1: there is none.
int build_world(CellConfig& config);
// Capabilities and filter: the last step. `readable`, `executable`: see landlock.h.
void seal_world(const CellConfig& config, std::span<const int> readable, int executable);
[[noreturn]] void report_failure(const CellConfig& config, const char* step);

// cell.cpp. Never returns; the caller has just forked.
[[noreturn]] void serve_cell(const CellConfig& config);

}  // namespace minos
