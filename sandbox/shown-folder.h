// The root folder of a program's cell, and the files that are shown in it.
//
// Theory of operation. A checker opens its input, output and answer by name, and they may have hundreds of megabytes:
// they are mounted, read-only and for one run, not copied into memory that nobody counts. A cell cannot mount, it has
// no capabilities. So the helper lives in a mount namespace of its own, with a small memory file system for each cell,
// and the cell's root is a read-only view of it that receives what is mounted on the helper's side (a slave mount of a
// shared one). A file appears and goes again at the price of a few system calls. Contents that Node sent along lie in
// the memory file system itself, whose size is bounded. All of it goes with the helper, however that ends.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "facts.h"
#include "sys.h"

namespace minos {

// Once, before the first cell. As an ordinary user it takes a user namespace too. False: `why` names the step.
bool enter_own_mounts(bool root, std::string& why);

class ShownFolder {
 public:
  // Null: errno says why. `listed`: whether a program that can list folders may list this one. The numbers of its files
  // would tell how many there were before.
  static std::unique_ptr<ShownFolder> make(bool listed);
  ~ShownFolder();

  // Where a cell that was cloned after it was made finds it, to make it its root.
  const std::string& path() const { return path_; }
  // False: errno says why. The file must be readable for the cell's user; the way to it may be closed.
  bool show(const NamedContent& file);
  // False: something stays, and the folder must not be used again.
  bool clear();

 private:
  ShownFolder() = default;
  bool open_all(bool listed);
  std::string path_;
  std::vector<std::string> shown_;
};

}  // namespace minos
