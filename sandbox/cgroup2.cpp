// cgroup v2. Each cell has a folder with two leaves: `home`, where the cell sits, unlimited, and `run`, where
// the program is born (clone3 with CLONE_INTO_CGROUP, no migration). The kernel checks the right to do so by the
// write permission on cgroup.procs of `run` and of the two leaves' common parent, so both files are given to the
// cell's user; the program cannot reach them, it sees no cgroup file system.
//
// v2 lets a group have processes or controllers for its children, not both. As root the top of the hierarchy is
// exempt. A delegated group (systemd Delegate=yes, a container) holds us and Node: everything in it is moved to
// a leaf beside our groups first.
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <cstring>

#include "cgroup.h"

namespace minos {

namespace {

constexpr uint64_t kCleanBytes = 4 << 20;
constexpr const char* kControllers = "+memory +pids";

bool has_controllers(const std::string& folder, const char* file) {
  std::string have = " " + read_small_file((folder + "/" + file).c_str());
  for (char& c : have) {
    if (c == '\n') c = ' ';
  }
  return have.find(" memory ") != std::string::npos && have.find(" pids ") != std::string::npos;
}

class Group2 final : public Group {
 public:
  static std::unique_ptr<Group> make(const std::string& parent, uid_t owner) {
    auto group = std::unique_ptr<Group2>(new Group2());
    return group->open_all(parent, owner) ? std::move(group) : nullptr;
  }

  ~Group2() override {
    if (path_.empty()) return;
    for (const char* leaf : {"/run", "/home", ""}) remove_group(path_ + leaf);
  }

  CellGroup descriptors() const override { return {dir_.get(), -1, -1, cpu_.get()}; }

  bool place_cell(pid_t cell) override {
    return write_file((path_ + "/home/cgroup.procs").c_str(), std::to_string(cell));
  }

  bool set_limits(uint64_t memory, uint64_t processes) override {
    if (memory != memory_limit_ && !write_number(max_.get(), memory)) return false;
    if (processes != process_limit_ && !write_number(pids_.get(), processes)) return false;
    memory_limit_ = memory;
    process_limit_ = processes;
    return true;
  }

  uint64_t oom_kills() override { return read_keyed(events_.get(), "oom_kill"); }

  bool is_clean() override {
    if (read_number(current_.get()) <= kCleanBytes) return true;
    write_file((path_ + "/run/memory.reclaim").c_str(), "1G");
    return read_number(current_.get()) <= kCleanBytes;
  }

 private:
  bool open_all(const std::string& parent, uid_t owner) {
    std::string path = parent + "/" + new_group_name();
    if (mkdir(path.c_str(), 0755) < 0) return false;
    path_ = path;
    if (!write_file((path + "/cgroup.subtree_control").c_str(), kControllers)) return false;
    std::string run = path + "/run";
    if (mkdir((path + "/home").c_str(), 0755) < 0 || mkdir(run.c_str(), 0755) < 0) return false;
    write_file((run + "/memory.swap.max").c_str(), "0");
    for (const std::string& file : {path + "/cgroup.procs", run + "/cgroup.procs"}) {
      if (chown(file.c_str(), owner, static_cast<gid_t>(-1)) < 0) return false;
    }
    dir_.reset(open(run.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    max_.reset(open((run + "/memory.max").c_str(), O_WRONLY | O_CLOEXEC));
    pids_.reset(open((run + "/pids.max").c_str(), O_WRONLY | O_CLOEXEC));
    events_.reset(open((run + "/memory.events").c_str(), O_RDONLY | O_CLOEXEC));
    current_.reset(open((run + "/memory.current").c_str(), O_RDONLY | O_CLOEXEC));
    cpu_.reset(open((run + "/cpu.stat").c_str(), O_RDONLY | O_CLOEXEC));
    return dir_ && max_ && pids_ && events_ && current_ && cpu_;
  }

  std::string path_;
  Fd dir_, max_, pids_, events_, current_, cpu_;
  uint64_t memory_limit_ = 0, process_limit_ = 0;
};

class Groups2 final : public Groups {
 public:
  explicit Groups2(std::string parent) : parent_(std::move(parent)) {}
  std::unique_ptr<Group> make(Profile, uid_t owner) override { return Group2::make(parent_, owner); }

 private:
  std::string parent_;
};

// Processes of a delegated group to a leaf. New ones may appear meanwhile (Node is alive): a few rounds.
bool move_out(const std::string& folder) {
  std::string leaf = folder + "/minos-host";
  if (mkdir(leaf.c_str(), 0755) < 0 && errno != EEXIST) return false;
  for (int round = 0; round < 5; round++) {
    std::string pids = read_small_file((folder + "/cgroup.procs").c_str());
    for (char* at = strtok(pids.data(), "\n"); at; at = strtok(nullptr, "\n")) {
      write_file((leaf + "/cgroup.procs").c_str(), at);
    }
    if (write_file((folder + "/cgroup.subtree_control").c_str(), kControllers)) return true;
    if (errno != EBUSY) return false;
  }
  return false;
}

bool can_hold_groups(const std::string& folder, bool may_move) {
  if (access(folder.c_str(), W_OK) < 0 || !has_controllers(folder, "cgroup.controllers")) return false;
  if (has_controllers(folder, "cgroup.subtree_control")) return true;
  if (write_file((folder + "/cgroup.subtree_control").c_str(), kControllers)) return true;
  return errno == EBUSY && may_move && move_out(folder);
}

}  // namespace

std::unique_ptr<Groups> probe_cgroup2(std::string& why) {
  Hierarchy found;
  if (!find_hierarchy("", found)) {
    why = "cgroup v2: not mounted";
    return nullptr;
  }
  if (!has_controllers(found.own, "cgroup.controllers") && !has_controllers(found.mount, "cgroup.controllers")) {
    why = "cgroup v2: the memory and pids controllers are not available";
    return nullptr;
  }
  // Where nothing must be moved first: the top for root, then a neighbour of our own group.
  std::string parent = found.own == found.mount ? "" : found.own.substr(0, found.own.rfind('/'));
  std::string folder;
  if (geteuid() == 0 && can_hold_groups(found.mount, false)) {
    folder = found.mount;
  } else if (!parent.empty() && access((parent + "/cgroup.procs").c_str(), W_OK) == 0 &&
             can_hold_groups(parent, false)) {
    folder = parent;
  } else if (can_hold_groups(found.own, true)) {
    folder = found.own;
  } else {
    why = "cgroup v2: no delegated group (systemd: Delegate=yes) at " + found.own;
    return nullptr;
  }
  sweep_dead_groups(folder);
  return std::make_unique<Groups2>(folder);
}

}  // namespace minos
