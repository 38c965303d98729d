// For how long a run could not go on because the machine did something else.
//
// The kernel counts for each thread how long it ran and how long it was ready and waited. The supervisor looks at all
// threads below the cell from time to time. What one of them ran and waited since the last look goes on where the look
// before left off, if it was ready then, and else lies right before this look. The union of all that is the time in
// which something of the run was at work or ready; less its CPU time, it is what the machine took from it. Sums would
// not do: of two threads that are ready at once on one core, one waits for the other.
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace minos {

// Short against the waits that matter, long against the cost of a look (about 10 µs a thread).
constexpr uint64_t kDelayLookNs = 50'000'000;

class RunDelay {
 public:
  // At the start of a run.
  void restart(uint64_t now_ns);
  void look(pid_t cell, uint64_t now_ns);
  bool is_due(uint64_t now_ns) const { return now_ns >= looked_ns_ + kDelayLookNs; }
  // What a thread that is ready at this moment may have waited without its being counted yet.
  uint64_t uncounted_ns() const { return uncounted_ns_; }
  // CPU time of all threads that were seen: never more than the truth.
  uint64_t ran_ns() const { return ran_ns_; }
  // Whether nothing of the run was on a core between the last two looks.
  bool nothing_ran() const { return ran_ns_ == ran_before_ns_; }
  // `cpu_ns`: what the run is known to have used; here only what living threads used is seen. 0 where the kernel does
  // not count.
  uint64_t starved_ns(uint64_t cpu_ns) const;

 private:
  struct Seen {
    uint64_t ran_ns = 0, waited_ns = 0;
    uint64_t until_ns = 0;      // up to here it was at work or ready, as far as that is counted
    uint64_t uncounted_ns = 0;  // and may have been ready for this long after it
    bool ready = false;
    uint64_t look = 0;
  };
  void look_at_process(pid_t pid, int& left);
  void look_at_thread(pid_t pid, pid_t thread);
  void cover(uint64_t from_ns, uint64_t to_ns);

  std::unordered_map<pid_t, Seen> seen_;                   // by thread
  std::vector<std::pair<uint64_t, uint64_t>> covered_ns_;  // in order, apart from each other
  uint64_t ran_ns_ = 0;                                    // all threads together
  uint64_t started_ns_ = 0, looked_ns_ = 0, now_ns_ = 0;
  uint64_t ran_before_ns_ = 0;
  uint64_t uncounted_ns_ = 0;
  uint64_t looks_ = 0;
};

}  // namespace minos
