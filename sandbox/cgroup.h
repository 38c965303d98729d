// Cgroups as the supervisor uses them: one group a cell, made once, its limit set before a run and its counters
// read after. Making and removing a group for each run would cost 0.3 ms. v1 and v2 hide behind one interface;
// the tiers without cgroups simply have no Group.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "cell.h"
#include "sys.h"

namespace minos {

class Group {
 public:
  virtual ~Group() = default;
  virtual CellGroup descriptors() const = 0;
  // Called once, before the cell starts to serve: where the cell itself must sit, if that matters.
  virtual bool place_cell(pid_t cell) = 0;
  virtual bool set_limits(uint64_t memory, uint64_t processes) = 0;
  // Processes the kernel has killed for memory since the group was made.
  virtual uint64_t oom_kills() = 0;
  // False: something stays charged (seen after fork bombs) and the group must not be used again.
  virtual bool is_clean() = 0;
};

class Groups {
 public:
  virtual ~Groups() = default;
  // `owner`: the cell's user outside. Null: not possible, errno says why.
  virtual std::unique_ptr<Group> make(Profile profile, uid_t owner) = 0;
};

// Null when this machine or this user cannot have them; `why` says it in one line.
std::unique_ptr<Groups> probe_cgroup1(std::string& why);
std::unique_ptr<Groups> probe_cgroup2(std::string& why);

// A mounted hierarchy and this process's place in it.
struct Hierarchy {
  std::string mount;  // where it is mounted
  std::string own;    // folder of our own cgroup, or the mount itself when that is not in view
};

// controller "": the v2 hierarchy.
bool find_hierarchy(const std::string& controller, Hierarchy& found);
// Name of a group of this helper. Groups of helpers that died are removed on the way, where they are empty.
std::string new_group_name();
void sweep_dead_groups(const std::string& folder);
// A number after `key` in a flat keyed file ("oom_kill 3"), 0 when absent.
uint64_t read_keyed(int fd, const char* key);
uint64_t read_number(int fd);
bool write_number(int fd, uint64_t value);
// rmdir, repeated briefly: the kernel lets go of a group a moment after its last process.
void remove_group(const std::string& path);

}  // namespace minos
