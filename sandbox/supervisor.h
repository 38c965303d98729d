// The supervisor: one thread, one epoll loop between Node and the cells.
//
// Theory of operation. Node sends frames on standard input: run this, cancel that. Runs wait in a queue; each
// judging core is a slot that holds at most one run. A slot keeps a resident cell for programs; a toolchain run
// gets a guest cell of its own, which ends with it. The supervisor opens every file, so a cell never needs a
// path; it drains the program's output (kept up to 64 KiB, the rest to a file) and stops the program through
// its cell when there is too much. Where no cgroup bounds memory it also polls the resident size.
//
// What may fail: a cell may die or fall silent (it is killed with all inside, replaced, the run repeated); Node
// may go away (end of input: everything is killed); the supervisor may be killed (cells die with their parent).
#pragma once
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cell-process.h"
#include "run.h"

namespace minos {

class Supervisor {
 public:
  Supervisor(CellPlan& plan, std::vector<int> cores);

  // Runs one request to its end without Node; for probing. False: `why` says what failed.
  bool try_once(Request request, Facts& facts, std::string& why);
  // Serves Node until end of input.
  void serve(const std::string& hello);

 private:
  struct Slot {
    unsigned index = 0;
    int core = -1;
    std::unique_ptr<CellProcess> resident, guest;
    std::unique_ptr<Run> run;
    CellProcess* serving() { return guest ? guest.get() : resident.get(); }
  };

  // supervisor.cpp: the loop and Node's frames
  void wait_and_handle();
  void handle_event(uint64_t key, uint32_t events);
  void read_frames();
  void take_frame(std::string_view body);
  void cancel(uint32_t id);
  void reply(const std::string& frame);
  void flush();
  int timeout_ms() const;
  void watch(int fd, uint32_t events, uint64_t key);

  // slots.cpp: what happens in a slot
  void dispatch();
  void start_run(Slot& slot);
  bool ensure_cell(Slot& slot, std::string& why);
  void drain(Slot& slot, Drain& drain);
  void stop(Slot& slot, Limit reason);
  void judge_late(Slot& slot);
  void handle_cell(Slot& slot, CellProcess& cell);
  void finish(Slot& slot, Facts facts, Fd collected);
  void fail(Slot& slot, const std::string& message);
  void replace_and_repeat(Slot& slot, const std::string& reason);
  void release(Slot& slot);
  void check_deadlines();
  void poll_memory();

  CellPlan& plan_;
  std::vector<Slot> slots_;
  std::deque<std::unique_ptr<Run>> queue_;
  Fd epoll_;
  std::string in_, out_;
  // The outcome of try_once.
  struct Tried {
    Facts facts{};
    std::string fault;
  };
  std::optional<Tried> tried_;
  bool serving_ = false;
  bool input_ended_ = false;
  bool out_armed_ = false;
  uint32_t sequence_ = 0;
};

}  // namespace minos
