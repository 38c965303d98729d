#include "run-delay.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <string>

#include "process-tree.h"
#include "sys.h"

namespace minos {

namespace {

// A run must not cost the supervisor more than this many threads a look.
constexpr int kMostThreads = 256;

bool is_ready(pid_t pid, pid_t thread) {
  std::string stat = read_small_file(task_path(pid, thread, "/stat").c_str());
  size_t name_end = stat.rfind(')');
  return name_end != std::string::npos && stat.compare(name_end, 3, ") R") == 0;
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
  uncounted_ns_ = 0;
  ran_before_ns_ = ran_ns_;
  int left = kMostThreads;
  for (pid_t child : children_of(cell, cell)) look_at_process(child, left);
  // Who is not there any more; unless there were too many to look at, and one left out now would count twice later.
  if (left > 0) std::erase_if(seen_, [&](const auto& entry) { return entry.second.look != looks_; });
  looked_ns_ = now_ns;
}

void RunDelay::look_at_process(pid_t pid, int& left) {
  for (pid_t thread : threads_of(pid)) {
    if (left-- <= 0) return;
    look_at_thread(pid, thread);
    for (pid_t child : children_of(pid, thread)) look_at_process(child, left);
  }
}

void RunDelay::look_at_thread(pid_t pid, pid_t thread) {
  unsigned long long ran = 0, waited = 0;
  std::string text = read_small_file(task_path(pid, thread, "/schedstat").c_str());
  sscanf(text.c_str(), "%llu %llu", &ran, &waited);
  if (ran == 0) return;  // not counted by this kernel, or not yet
  Seen& seen = seen_[thread];
  if (seen.ran_ns > ran || seen.waited_ns > waited) seen = {};  // another thread with a number that was used before
  uint64_t since = ran - seen.ran_ns + waited - seen.waited_ns;
  ran_ns_ += ran - seen.ran_ns;
  bool ready = is_ready(pid, thread);
  if (since > 0) {
    uint64_t latest = now_ns_ - std::min(since, now_ns_ - started_ns_);
    // At the first look of all the run has just begun with this thread.
    uint64_t from = seen.ready ? std::min(seen.until_ns, latest) : looked_ns_ == started_ns_ ? started_ns_ : latest;
    uint64_t until = std::min(from + since, now_ns_);
    cover(from, until);
    seen = {ran, waited, until, ready ? now_ns_ - until : 0, ready, looks_};
  } else {
    // A wait is counted when it ends. One that lasts shows by a thread that was ready then, is now, and has not run.
    if (seen.ready && ready) {
      cover(looked_ns_, now_ns_);
    } else if (ready) {
      seen.until_ns = now_ns_;
      seen.uncounted_ns = now_ns_ - looked_ns_;
    }
    seen.ready = ready;
    seen.look = looks_;
  }
  if (seen.ready) uncounted_ns_ = std::max(uncounted_ns_, seen.uncounted_ns);
}

void RunDelay::cover(uint64_t from_ns, uint64_t to_ns) {
  auto first = covered_ns_.end();
  while (first != covered_ns_.begin() && std::prev(first)->second >= from_ns) --first;
  auto last = first;
  for (; last != covered_ns_.end() && last->first <= to_ns; ++last) {
    from_ns = std::min(from_ns, last->first);
    to_ns = std::max(to_ns, last->second);
  }
  covered_ns_.insert(covered_ns_.erase(first, last), {from_ns, to_ns});
}

uint64_t RunDelay::starved_ns(uint64_t cpu_ns) const {
  uint64_t busy = 0;
  for (auto [from, to] : covered_ns_) busy += to - from;
  uint64_t ran = std::max(cpu_ns, ran_ns_);
  return busy > ran ? busy - ran : 0;
}

}  // namespace minos
