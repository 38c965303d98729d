#include "memory-watch.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "sys.h"

namespace minos {

namespace {

// A fork bomb must not cost the supervisor more than this many files a poll.
constexpr int kMostProcesses = 256;

uint64_t resident_of(pid_t pid) {
  std::string text = read_small_file(("/proc/" + std::to_string(pid) + "/statm").c_str());
  unsigned long long size = 0, resident = 0;
  sscanf(text.c_str(), "%llu %llu", &size, &resident);
  return resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

uint64_t add_children(pid_t pid, int& left) {
  std::string id = std::to_string(pid);
  std::string list = read_small_file(("/proc/" + id + "/task/" + id + "/children").c_str());
  uint64_t sum = 0;
  char* at = list.data();
  for (char* end; left > 0; at = end) {
    long child = strtol(at, &end, 10);
    if (end == at || child <= 0) break;
    left--;
    sum += resident_of(static_cast<pid_t>(child)) + add_children(static_cast<pid_t>(child), left);
  }
  return sum;
}

}  // namespace

uint64_t resident_below(pid_t cell) {
  int left = kMostProcesses;
  return add_children(cell, left);
}

}  // namespace minos
