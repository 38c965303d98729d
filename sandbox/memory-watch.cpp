#include "memory-watch.h"

#include <unistd.h>

#include <cstdio>
#include <string>

#include "process-tree.h"
#include "sys.h"

namespace minos {

namespace {

// A fork bomb must not cost the supervisor more than this many threads a poll.
constexpr int kMostThreads = 256;

// A thread that has left, be it the first, shows none.
uint64_t resident_of(pid_t pid, pid_t thread) {
  std::string text = read_small_file(task_path(pid, thread, "/statm").c_str());
  unsigned long long size = 0, resident = 0;
  sscanf(text.c_str(), "%llu %llu", &size, &resident);
  return resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

uint64_t add_process(pid_t pid, int& left) {
  uint64_t own = 0, others = 0;
  for (pid_t thread : threads_of(pid)) {
    if (left-- <= 0) break;
    if (own == 0) own = resident_of(pid, thread);
    for (pid_t child : children_of(pid, thread)) others += add_process(child, left);
  }
  return own + others;
}

}  // namespace

uint64_t resident_below(pid_t cell) {
  int left = kMostThreads;
  uint64_t sum = 0;
  for (pid_t child : children_of(cell, cell)) sum += add_process(child, left);
  return sum;
}

}  // namespace minos
