// One run on the supervisor's side: open what the program will hold, drain what it writes, answer Node.
#pragma once
#include <string>

#include "cell.h"
#include "facts.h"
#include "run-delay.h"
#include "sys.h"

namespace minos {

// The reading end of the program's output or error.
class Drain {
 public:
  // Returns the writing end. `keep`: bytes held in memory, from the beginning and from the end of what does not fit;
  // `limit`: bytes that may pass at all.
  struct Keep {
    uint64_t first, last;
  };
  Fd open(Keep keep, uint64_t limit, const std::string& spill_to);
  enum class State { open, over, ended, failed };
  // Takes what is there now. `over`: past the limit, once; more is thrown away. `failed`: the spill file.
  State take();
  int fd() const { return pipe_.get(); }
  void close() { pipe_.reset(); }
  uint64_t total() const { return total_; }
  std::string kept() const;
  bool spilled() const { return static_cast<bool>(spill_); }
  bool is_over() const { return total_ > limit_; }

 private:
  bool store(const char* bytes, size_t size);
  Fd pipe_;
  Fd spill_;
  std::string spill_to_;
  std::string kept_, end_;
  Keep keep_{};
  uint64_t limit_ = 0, total_ = 0;
};

class Run {
 public:
  explicit Run(Request asked) : request(std::move(asked)) {}

  // Opens all descriptors and writes the order. `passes_files`: not shown to the cell, but passed. False: `fault` says
  // what could not be opened.
  bool prepare(uint32_t sequence, bool passes_files, std::string& fault);
  // After the order was sent: our copies of the program's ends.
  void close_program_ends() { held_.clear(); }

  // `given_back`: the files as the cell wrote them, see Report.
  std::string answer(const Facts& facts, bool collected, const Fd& given_back) const;
  std::string aborted_answer() const;
  // False: errno says why.
  bool save_collected(const Fd& file) const;

  Request request;
  Order order;
  std::string texts;
  std::vector<int> fds;
  Drain output, error;
  int attempts = 0;
  uint64_t oom_before = 0;
  uint64_t started_ns = 0;
  uint64_t deadline_ns = 0;     // past it the cell itself is taken to be stuck
  uint64_t still_since_ns = 0;  // 0: it runs; else an express run has its core since then
  uint64_t excused_ns = 0;      // wall time given back because the machine did not let it run
  RunDelay delay;
  bool looked_twice = false;    // at its wall limit, because a wait had not ended
  bool stopped = false;
  bool cancelled = false;  // outlives the attempt: nobody wants a repetition
  bool spill_failed = false;

 private:
  bool hold(Fd fd, const std::string& what, std::string& fault);
  std::vector<Fd> held_;
};

std::string fault_answer(uint32_t id, const std::string& message);

}  // namespace minos
