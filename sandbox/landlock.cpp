#include "landlock.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "sys.h"

namespace minos {

namespace {

// Own names and values: linux/landlock.h of an older distribution lacks the later ones.
constexpr uint64_t kExecute = 1 << 0, kReadFile = 1 << 2, kReadDir = 1 << 3;
constexpr uint64_t kFirstAbi = (1 << 13) - 1, kRefer = 1 << 13, kTruncate = 1 << 14;
constexpr uint64_t kScopeSignal = 1 << 1, kScopeAbstractSocket = 1 << 0;

struct RulesetAttributes {
  uint64_t files;
  uint64_t network;
  uint64_t scoped;
};

struct __attribute__((packed)) PathAttributes {
  uint64_t allowed;
  int32_t parent;
};

void allow(const CellConfig& config, int ruleset, int place, uint64_t access) {
  struct stat info;
  bool folder = fstat(place, &info) == 0 && S_ISDIR(info.st_mode);
  PathAttributes rule{folder ? access : access & ~kReadDir, place};
  if (syscall(SYS_landlock_add_rule, ruleset, 1, &rule, 0) < 0) report_failure(config, "landlock_add_rule");
}

void allow(const CellConfig& config, int ruleset, const char* path, uint64_t access) {
  // A link is made again in the other tiers, not followed: what it leads to is named itself.
  Fd place(open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC));
  struct stat info;
  if (place && fstat(place.get(), &info) == 0 && !S_ISLNK(info.st_mode)) allow(config, ruleset, place.get(), access);
}

}  // namespace

void restrict_with_landlock(const CellConfig& config, std::span<const int> readable, int executable) {
  long abi = syscall(SYS_landlock_create_ruleset, nullptr, 0, 1);
  if (abi < 1) report_failure(config, "landlock");
  bool toolchain = config.profile == Profile::toolchain;
  RulesetAttributes attributes{kFirstAbi, 0, 0};
  if (abi >= 2) attributes.files |= kRefer;
  if (abi >= 3) attributes.files |= kTruncate;
  if (abi >= 4) attributes.network = 3;
  if (abi >= 6) attributes.scoped = kScopeSignal | kScopeAbstractSocket;
  size_t size = abi >= 6 ? 24 : abi >= 4 ? 16 : 8;
  Fd ruleset(static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, size, 0)));
  if (!ruleset) report_failure(config, "landlock_create_ruleset");
  uint64_t read = kReadFile | kReadDir;
  for (const std::string& path : config.read_only) allow(config, ruleset.get(), path.c_str(), read | kExecute);
  if (toolchain) {
    allow(config, ruleset.get(), ".", attributes.files & ~kExecute);
  } else {
    allow(config, ruleset.get(), ".", read);
    for (int file : readable) allow(config, ruleset.get(), file, kReadFile);
    allow(config, ruleset.get(), executable, kReadFile | kExecute);
  }
  if (syscall(SYS_landlock_restrict_self, ruleset.get(), 0) < 0) report_failure(config, "landlock_restrict_self");
}

}  // namespace minos
