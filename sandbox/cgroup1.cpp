// cgroup v1. The program writes itself into its groups before exec, through descriptors the supervisor opened: the
// kernel checks the opener's rights. The CPU group is only for runs that may fork (a compiler).
//
// Into `tasks`, not `cgroup.procs`: a thread that moves itself alone needs no lock. Any other move takes one for
// writing that every fork takes for reading, which waits for a grace period of the kernel: 10 to 20 ms, unless
// another move has just paid for it.
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "cgroup.h"

namespace minos {

namespace {

constexpr uint64_t kCleanBytes = 4 << 20;

class Group1 final : public Group {
 public:
  static std::unique_ptr<Group> make(const std::string& memory, const std::string& cpu) {
    auto group = std::unique_ptr<Group1>(new Group1());
    if (!group->open_memory(memory)) return nullptr;
    if (!cpu.empty() && !group->open_cpu(cpu)) return nullptr;
    return group;
  }

  ~Group1() override {
    if (!memory_path_.empty()) remove_group(memory_path_);
    if (!cpu_path_.empty()) remove_group(cpu_path_);
  }

  CellGroup descriptors() const override { return {-1, tasks_.get(), cpu_tasks_.get(), cpu_usage_.get()}; }

  bool place_cell(pid_t) override { return true; }

  // Processes are bounded by RLIMIT_NPROC here: one hierarchy less to attach to.
  bool set_limits(uint64_t memory, uint64_t) override {
    if (memory == memory_limit_) return true;
    // Memory and swap together may never lie below memory alone: out of the way first, then as tight.
    if (swap_limit_ && pwrite(swap_limit_.get(), "-1", 2, 0) != 2) return false;
    if (!write_number(limit_.get(), memory)) return false;
    if (swap_limit_ && !write_number(swap_limit_.get(), memory)) return false;
    memory_limit_ = memory;
    return true;
  }

  uint64_t oom_kills() override { return read_keyed(oom_.get(), "oom_kill"); }

  bool is_clean() override {
    if (read_number(usage_.get()) <= kCleanBytes) return true;
    write_file((memory_path_ + "/memory.force_empty").c_str(), "0");
    return read_number(usage_.get()) <= kCleanBytes;
  }

 private:
  bool open_memory(const std::string& parent) {
    std::string path = parent + "/" + new_group_name();
    if (mkdir(path.c_str(), 0755) < 0) return false;
    memory_path_ = path;
    write_file((path + "/memory.swappiness").c_str(), "0");
    tasks_.reset(open((path + "/tasks").c_str(), O_WRONLY | O_CLOEXEC));
    limit_.reset(open((path + "/memory.limit_in_bytes").c_str(), O_WRONLY | O_CLOEXEC));
    // Only where the kernel counts swap.
    swap_limit_.reset(open((path + "/memory.memsw.limit_in_bytes").c_str(), O_WRONLY | O_CLOEXEC));
    oom_.reset(open((path + "/memory.oom_control").c_str(), O_RDONLY | O_CLOEXEC));
    usage_.reset(open((path + "/memory.usage_in_bytes").c_str(), O_RDONLY | O_CLOEXEC));
    return tasks_ && limit_ && oom_ && usage_;
  }

  bool open_cpu(const std::string& parent) {
    std::string path = parent + "/" + new_group_name();
    if (mkdir(path.c_str(), 0755) < 0) return false;
    cpu_path_ = path;
    cpu_tasks_.reset(open((path + "/tasks").c_str(), O_WRONLY | O_CLOEXEC));
    cpu_usage_.reset(open((path + "/cpuacct.usage").c_str(), O_RDONLY | O_CLOEXEC));
    return cpu_tasks_ && cpu_usage_;
  }

  std::string memory_path_, cpu_path_;
  Fd tasks_, limit_, swap_limit_, oom_, usage_, cpu_tasks_, cpu_usage_;
  uint64_t memory_limit_ = 0;
};

class Groups1 final : public Groups {
 public:
  Groups1(std::string memory, std::string cpu) : memory_(std::move(memory)), cpu_(std::move(cpu)) {}

  std::unique_ptr<Group> make(Profile profile, uid_t) override {
    return Group1::make(memory_, profile == Profile::toolchain ? cpu_ : "");
  }

 private:
  std::string memory_, cpu_;
};

}  // namespace

std::unique_ptr<Groups> probe_cgroup1(std::string& why) {
  Hierarchy memory, cpu;
  if (!find_hierarchy("memory", memory)) {
    why = "cgroup v1: no memory hierarchy is mounted";
    return nullptr;
  }
  if (access(memory.own.c_str(), W_OK) < 0) {
    why = "cgroup v1: no right to make groups in " + memory.own;
    return nullptr;
  }
  sweep_dead_groups(memory.own);
  if (find_hierarchy("cpuacct", cpu)) sweep_dead_groups(cpu.own);
  return std::make_unique<Groups1>(memory.own, cpu.own);
}

}  // namespace minos
