// The supervisor: one thread, one epoll loop between Node and the cells.
//
// Theory of operation. Node sends frames on standard input: run this, cancel that. Each judging core has two slots,
// and a slot holds at most one run. Ordinary runs wait until a core has none at all. Express runs wait for nobody but
// each other: an ordinary run on the core stands still, and its clocks with it, while an express one is there. So does one
// on another core while the express run is short, and a little longer: that core is for those who serve it. A slot
// keeps resident cells for programs: one for those that see nothing of this machine, and one for each list of folders
// that interpreters are shown; when there are too many, the one that was not used for longest goes. A toolchain run gets
// a guest cell of its own, which ends with it. The supervisor
// opens every file, so a cell never needs a path; it drains the program's output (kept up to 64 KiB, the rest to a
// file) and stops the program through its cell when there is too much. Where no cgroup bounds memory it also polls the
// resident size.
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

// Native programs and the interpreters of a few languages. A cell takes 10 ms to build and hardly any memory.
constexpr unsigned kMostResidents = 6;

class Supervisor {
 public:
  Supervisor(CellPlan& plan, std::vector<int> cores);

  // Runs one request to its end without Node; for probing. False: `why` says what failed.
  bool try_once(Request request, Facts& facts, std::string& why);
  // Serves Node until end of input.
  void serve(const std::string& hello);

 private:
  // Where a slot keeps a cell. The first place of a slot is for guests.
  struct Place {
    std::unique_ptr<CellProcess> cell;
    std::vector<std::string> shows;  // folders of this machine
    uint64_t used_ns = 0;            // when it was last given a run
    bool shows_to(const Request& request) const { return cell && shows == request.read_only; }
  };
  struct Slot {
    unsigned index = 0;
    int core = -1;
    std::vector<Place> places;
    Place* place = nullptr;  // of the cell that serves the run
    std::unique_ptr<Run> run;
    CellProcess* serving() { return place ? place->cell.get() : nullptr; }
    bool is_ordinary() const { return index % 2 == 0; }
  };
  using Queue = std::deque<std::unique_ptr<Run>>;

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
  void start_next(Queue& queue, Slot& slot);
  void stand_still(Slot& slot);
  void go_on(Slot& slot);
  void keep_quiet_cores();
  size_t most_at_work() const;
  size_t count_at_work() const;
  Slot& express_beside(const Slot& ordinary) { return slots_[ordinary.index + 1]; }
  void start_run(Slot& slot);
  Place& place_for(Slot& slot);
  bool ensure_cell(Slot& slot, std::string& why);
  void drain(Slot& slot, Drain& drain);
  void stop(Slot& slot, Limit reason);
  void judge_late(Slot& slot, uint64_t cpu_ns);
  void handle_cell(Slot& slot, Place& place);
  void finish(Slot& slot, Facts facts, Fd collected);
  void fail(Slot& slot, const std::string& message);
  void replace_and_repeat(Slot& slot, const std::string& reason);
  void release(Slot& slot);
  void check_deadlines();
  void look_at_delays();
  void poll_memory();

  CellPlan& plan_;
  // Two for each core, side by side: the ordinary one, then the express one.
  std::vector<Slot> slots_;
  Queue ordinary_, express_;
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
  // So many cores have no ordinary run at work, for the sake of express ones.
  size_t quiet_cores_ = 0;
  uint64_t quiet_until_ns_ = 0;
};

}  // namespace minos
