#include "probe.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/mount.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>

#include "shown-folder.h"
#include "supervisor.h"

namespace minos {

namespace {

constexpr Tier kTiers[] = {Tier::cgroup2, Tier::cgroup1, Tier::rlimits, Tier::bare};

// The helper's own executable is static and always at hand; asked this way it exits with 0 when it can read the file.
Request probe_request() {
  Request request;
  request.program = "/proc/self/exe";
  request.args = {"--probe", "file"};
  request.files.push_back({"file", {false, "/proc/version", Fd()}});
  request.input.inlined = true;
  request.limits = {1'000'000'000, 10'000'000'000, 64 << 20, 4096, 4, 0, 8 << 20};
  return request;
}

// A core has two slots, and a slot some resident cells and a guest. Where ids are few it keeps fewer cells.
bool claim_users(unsigned cores, CellPlan& plan, std::string& why) {
  for (plan.residents = kMostResidents; plan.residents > 0; plan.residents--) {
    if (!plan.root || plan.users.claim(2 * cores * (plan.residents + 1), why)) return true;
  }
  return false;
}

uint64_t memory_of_the_machine() {
  struct sysinfo info {};
  return sysinfo(&info) == 0 ? static_cast<uint64_t>(info.totalram) * info.mem_unit : ~0ull;
}

Fd open_last_pid() {
  Fd file(open("/proc/sys/kernel/ns_last_pid", O_WRONLY | O_CLOEXEC));
  if (file || errno != EROFS) return file;
  // Containers show /proc/sys read-only. A copy of the mount need not be, for who may mount at all.
  Fd copy(static_cast<int>(syscall(SYS_open_tree, AT_FDCWD, "/proc/sys/kernel", OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC)));
  mount_attr attributes{};
  attributes.attr_clr = MOUNT_ATTR_RDONLY;
  if (!copy || syscall(SYS_mount_setattr, copy.get(), "", AT_EMPTY_PATH, &attributes, sizeof attributes) < 0) return Fd();
  return Fd(openat(copy.get(), "ns_last_pid", O_WRONLY | O_CLOEXEC));
}

bool build_filters(bool notify, CellPlan& plan, std::string& why) {
  const char* step = nullptr;
  plan.program_filter = build_filter(CallsOf::program, notify, step);
  plan.interpreter_filter = build_filter(CallsOf::interpreter, notify, step);
  plan.toolchain_filter = build_filter(CallsOf::toolchain, notify, step);
  if (step) why = step;
  return step == nullptr;
}

bool runs(int core, CellPlan& plan, std::string& why) {
  Supervisor supervisor(plan, {core});
  Facts facts{};
  if (!supervisor.try_once(probe_request(), facts, why)) return false;
  if (facts.exit_code == 0) return true;
  why = facts.signal ? "the probe ended with signal " + std::to_string(facts.signal) : "a file cannot be shown";
  return false;
}

// As root a machine without user namespaces still has the others; a container whose own filter has a listener
// leaves none for us.
bool runs_somehow(int core, CellPlan& plan, std::string& why) {
  for (bool notify : {true, false}) {
    if (!build_filters(notify, plan, why)) return false;
    plan.user_namespace = plan.tier != Tier::bare;
    if (runs(core, plan, why)) return true;
    std::string first = why;
    if (plan.root && plan.tier != Tier::bare) {
      plan.user_namespace = false;
      if (runs(core, plan, why)) return true;
    }
    why = first;
    if (why.find("seccomp") == std::string::npos) return false;
  }
  return false;
}

bool try_tier(Tier tier, int core, CellPlan& plan, std::string& why) {
  plan.tier = tier;
  plan.groups.reset();
  if (tier == Tier::cgroup2) plan.groups = probe_cgroup2(why);
  if (tier == Tier::cgroup1) plan.groups = probe_cgroup1(why);
  if ((tier == Tier::cgroup2 || tier == Tier::cgroup1) && !plan.groups) return false;
  return runs_somehow(core, plan, why);
}

}  // namespace

const char* tier_name(Tier tier) {
  constexpr const char* names[] = {"cgroup2", "cgroup1", "rlimits", "bare"};
  return names[static_cast<int>(tier)];
}

Probed probe_tiers(const std::string& forced, const std::vector<int>& cores, CellPlan& plan) {
  Probed probed;
  plan.root = geteuid() == 0;
  plan.machine_memory = memory_of_the_machine();
  plan.last_pid = open_last_pid();
  std::string why;
  bool ready = claim_users(static_cast<unsigned>(cores.size()), plan, why);
  // Only the bare tier, which is tried alone, does without.
  ready = ready && (forced == tier_name(Tier::bare) || enter_own_mounts(plan.root, why));
  if (!ready) {
    probed.notes.push_back(why);
    return probed;
  }
  for (Tier tier : kTiers) {
    if (forced.empty() ? tier == Tier::bare : forced != tier_name(tier)) continue;
    if (try_tier(tier, cores[0], plan, why)) {
      probed.found = true;
      if (tier != Tier::bare && !plan.last_pid) {
        probed.notes.push_back("process numbers cannot be set back (ns_last_pid): every run gets a new cell");
      }
      return probed;
    }
    probed.notes.push_back(std::string(tier_name(tier)) + ": " + why);
  }
  return probed;
}

}  // namespace minos
