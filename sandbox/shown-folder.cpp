#include "shown-folder.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/mount.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <cstring>

namespace minos {

namespace {

// A folder that every machine has and that the helper and its cells never look into: what is mounted over it is hidden
// in the helper's own namespace only.
constexpr const char* kPlace = "/proc/tty";

constexpr unsigned long kMountFlags = MS_NOSUID | MS_NODEV | MS_NOEXEC;

// Contents in a request are small, a program's output of at most 64 KiB: room for a few of those.
constexpr const char* kFolderOptions = "mode=0755,size=1m,nr_inodes=64";
// The helper has its rights by capability, a cell of the same user has none.
constexpr const char* kUnlistedFolderOptions = "mode=0111,size=1m,nr_inodes=64";

bool map_oneself(uid_t user, gid_t group) {
  return write_file("/proc/self/setgroups", "deny") &&
         write_file("/proc/self/uid_map", std::to_string(user) + " " + std::to_string(user) + " 1") &&
         write_file("/proc/self/gid_map", std::to_string(group) + " " + std::to_string(group) + " 1");
}

Fd make_file(const std::string& path) {
  Fd file(open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0444));
  if (file) fchmod(file.get(), 0444);  // whatever the umask says
  return file;
}

bool fill_file(const std::string& path, const Fd& bytes) {
  Fd to = make_file(path);
  if (!to) return false;
  off_t at = 0;
  ssize_t sent = bytes ? 1 : 0;  // empty content has no file
  while (sent > 0) sent = sendfile(to.get(), bytes.get(), &at, 1 << 30);
  return sent == 0;
}

// A checker would find a file that it cannot open. As root its cell has another user. Otherwise it is of this user but
// without the helper's capability over files of one's own, which makes the kernel's answer too kind.
bool is_readable_for_a_cell(int file, const struct stat& info) {
  if (geteuid() == 0) return info.st_mode & S_IROTH;
  if (info.st_uid == geteuid()) return info.st_mode & S_IRUSR;
  return syscall(SYS_faccessat2, file, "", R_OK, AT_EMPTY_PATH | AT_EACCESS) == 0;
}

bool mount_file(const std::string& path, const std::string& source) {
  Fd tree(static_cast<int>(
      syscall(SYS_open_tree, AT_FDCWD, source.c_str(), OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC)));
  struct stat info;
  if (!tree || fstat(tree.get(), &info) < 0) return false;
  if (!S_ISREG(info.st_mode)) return errno = EINVAL, false;
  if (!is_readable_for_a_cell(tree.get(), info)) return errno = EACCES, false;
  mount_attr attributes{};
  attributes.attr_set = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC;
  return syscall(SYS_mount_setattr, tree.get(), "", AT_EMPTY_PATH, &attributes, sizeof attributes) == 0 &&
         make_file(path) &&
         syscall(SYS_move_mount, tree.get(), "", AT_FDCWD, path.c_str(), MOVE_MOUNT_F_EMPTY_PATH) == 0;
}

}  // namespace

bool enter_own_mounts(bool root, std::string& why) {
  uid_t user = geteuid();
  gid_t group = getegid();
  auto fails = [&](const char* step) { return why = std::string(step) + ": " + strerror(errno), false; };
  if (unshare(CLONE_NEWNS | (root ? 0 : CLONE_NEWUSER)) < 0) return fails("namespaces of the helper");
  if (!root && !map_oneself(user, group)) return fails("uid_map of the helper");
  // What the machine mounts later is seen, what is mounted here stays here.
  if (mount(nullptr, "/", nullptr, MS_REC | MS_SLAVE, nullptr) < 0) return fails("mount of the helper");
  if (mount("tmpfs", kPlace, "tmpfs", kMountFlags, "mode=0755") < 0) return fails(kPlace);
  return true;
}

std::unique_ptr<ShownFolder> ShownFolder::make(bool listed) {
  auto folder = std::unique_ptr<ShownFolder>(new ShownFolder());
  return folder->open_all(listed) ? std::move(folder) : nullptr;
}

bool ShownFolder::open_all(bool listed) {
  static unsigned made = 0;
  std::string path = std::string(kPlace) + "/" + std::to_string(made++);
  if (mkdir(path.c_str(), 0755) < 0) return false;
  path_ = path;
  const char* options = listed ? kFolderOptions : kUnlistedFolderOptions;
  if (mount("tmpfs", path.c_str(), "tmpfs", kMountFlags, options) < 0) return false;
  return mount(nullptr, path.c_str(), nullptr, MS_SHARED, nullptr) == 0;
}

ShownFolder::~ShownFolder() {
  if (path_.empty()) return;
  umount2(path_.c_str(), MNT_DETACH);
  rmdir(path_.c_str());
}

bool ShownFolder::show(const NamedContent& file) {
  std::string path = path_ + "/" + file.name;
  shown_.push_back(path);
  return file.content.inlined ? fill_file(path, file.content.bytes) : mount_file(path, file.content.path);
}

bool ShownFolder::clear() {
  bool good = true;
  for (const std::string& path : shown_) {
    umount2(path.c_str(), MNT_DETACH | UMOUNT_NOFOLLOW);  // fails where the content lies in the folder itself
    if (unlink(path.c_str()) < 0 && errno != ENOENT) good = false;
  }
  shown_.clear();
  return good;
}

}  // namespace minos
