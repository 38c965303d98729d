#include "run-delay.h"

#include <dirent.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "sys.h"

namespace minos {

namespace {

// A run must not cost the supervisor more than this many threads a look.
constexpr int kMostThreads = 256;

std::string task_path(pid_t pid, pid_t thread, const char* file) {
  return "/proc/" + std::to_string(pid) + "/task/" + std::to_string(thread) + file;
}

bool is_ready(pid_t pid, pid_t thread) {
  std::string stat = read_small_file(task_path(pid, thread, "/stat").c_str());
  size_t name_end = stat.rfind(')');
  return name_end != std::string::npos && stat.compare(name_end, 3, ") R") == 0;
}

template <typename Visit>
void for_each_number(const std::string& list, Visit visit) {
  const char* at = list.c_str();
  for (char* end; long number = strtol(at, &end, 10); at = end) visit(static_cast<pid_t>(number));
}

std::vector<pid_t> threads_of(pid_t pid) {
  std::vector<pid_t> threads;
  std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir(("/proc/" + std::to_string(pid) + "/task").c_str()), closedir);
  while (dirent* entry = folder ? readdir(folder.get()) : nullptr) {
    if (int thread = atoi(entry->d_name)) threads.push_back(thread);
  }
  return threads;
}

}  // namespace

void RunDelay::restart(uint64_t now_ns) {
  seen_.clear();
  covered_ns_.clear();
  ran_ns_ = 0;
  started_ns_ = looked_ns_ = now_ns;
}

void RunDelay::look(pid_t cell, uint64_t now_ns) {
  now_ns_ = now_ns;
  looks_++;
  int left = kMostThreads;
  uint64_t busiest = 0;
  std::string children = read_small_file(task_path(cell, cell, "/children").c_str());
  for_each_number(children, [&](pid_t child) { look_at_process(child, left, busiest); });
  std::erase_if(seen_, [&](const auto& entry) { return entry.second.look != looks_; });
  if (busiest > 0) cover(std::max(started_ns_, now_ns - std::min(busiest, now_ns)), now_ns);
  looked_ns_ = now_ns;
}

void RunDelay::look_at_process(pid_t pid, int& left, uint64_t& busiest_ns) {
  for (pid_t thread : threads_of(pid)) {
    if (left-- <= 0) return;
    busiest_ns = std::max(busiest_ns, busy_since_last_look(pid, thread));
    std::string children = read_small_file(task_path(pid, thread, "/children").c_str());
    for_each_number(children, [&](pid_t child) { look_at_process(child, left, busiest_ns); });
  }
}

uint64_t RunDelay::busy_since_last_look(pid_t pid, pid_t thread) {
  unsigned long long ran = 0, waited = 0;
  std::string text = read_small_file(task_path(pid, thread, "/schedstat").c_str());
  sscanf(text.c_str(), "%llu %llu", &ran, &waited);
  if (ran == 0) return 0;  // not counted by this kernel, or not yet
  Seen& seen = seen_[thread];
  if (seen.ran_ns > ran || seen.waited_ns > waited) seen = {};  // another thread with a number that was used before
  uint64_t since = ran - seen.ran_ns + waited - seen.waited_ns;
  ran_ns_ += ran - seen.ran_ns;
  bool was_ready = seen.ready;
  seen = {ran, waited, is_ready(pid, thread), looks_};
  // A wait is counted when it ends. One that lasts shows by a thread that was ready then, is now, and has not run.
  return since == 0 && was_ready && seen.ready ? now_ns_ - looked_ns_ : since;
}

void RunDelay::cover(uint64_t from_ns, uint64_t to_ns) {
  while (!covered_ns_.empty() && covered_ns_.back().second >= from_ns) {
    from_ns = std::min(from_ns, covered_ns_.back().first);
    covered_ns_.pop_back();
  }
  covered_ns_.emplace_back(from_ns, to_ns);
}

uint64_t RunDelay::starved_ns(uint64_t cpu_ns) const {
  uint64_t busy = 0;
  for (auto [from, to] : covered_ns_) busy += to - from;
  uint64_t ran = std::max(cpu_ns, ran_ns_);
  return busy > ran ? busy - ran : 0;
}

}  // namespace minos
