// A cell as the supervisor holds it: start it, order a run, end it.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "cell.h"
#include "cgroup.h"
#include "filter.h"
#include "shown-folder.h"
#include "sys.h"
#include "user-ids.h"

namespace minos {

// How cells are made on this machine; settled once by probing (probe.cpp).
struct CellPlan {
  Tier tier = Tier::rlimits;
  bool root = false;
  bool user_namespace = true;
  Fd last_pid;  // ns_last_pid, for setting a cell's process numbers back
  uint64_t machine_memory = 0;
  UserIds users;  // as root
  unsigned residents = 1;  // cells that a slot keeps
  Filter program_filter;
  Filter interpreter_filter;
  Filter toolchain_filter;
  std::unique_ptr<Groups> groups;
};

class CellProcess {
 public:
  // Null: the machine refused; `why` names the step.
  // `id`: its number among all cells there may be at once.
  static std::unique_ptr<CellProcess> start(CellPlan& plan, unsigned id, int core, bool ordinary,
                                            const Request& request, std::string& why);
  ~CellProcess();

  int socket() const { return socket_.get(); }
  pid_t pid() const { return pid_; }
  Group* group() { return group_.get(); }
  // True for a cell that may not serve a second run.
  bool single_use() const { return single_use_; }

  // Puts files in the root folder of a program's cell, until `clear_files`. False: `why` says which could not be.
  bool show_files(const std::vector<NamedContent>& files, std::string& why);
  // False: the cell may not serve another run.
  bool clear_files() { return !folder_ || folder_->clear(); }

  bool send_order(const Order& order, const std::string& texts, std::span<const int> fds);
  void send_stop(uint32_t run, Limit reason);
  void send_more_time(uint32_t run, uint64_t more_ns);
  void send_stand_still(uint32_t run);
  void send_go_on(uint32_t run);
  // Nothing: no message. A report of `failed`, or a closed socket, means the cell is gone.
  enum class Received { none, report, gone };
  Received receive(Report& report, Fd& collected);

 private:
  CellProcess() = default;
  void send_word(const Word& word);
  pid_t pid_ = -1;
  Fd socket_;
  std::unique_ptr<Group> group_;
  std::unique_ptr<ShownFolder> folder_;
  std::string scratch_;
  bool single_use_ = false;
};

}  // namespace minos
