// File access without namespaces: Landlock lets the program reach its working folder and, for a compiler, the
// toolchain's folders. Weaker than an empty root: names can still be probed, other processes are visible. That
// is why the 'bare' tier is never chosen by itself.
#pragma once
#include "cell.h"

namespace minos {

// `readable`: descriptors of what a program may read outside its folder, the executable and the files of its run.
void restrict_with_landlock(const CellConfig& config, std::span<const int> readable);

}  // namespace minos
