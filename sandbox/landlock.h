// File access without namespaces: Landlock lets the program reach its working folder and the folders of
// the compiler or interpreter. Weaker than an empty root: names can still be probed, other processes are visible. That
// is why the 'bare' tier is never chosen by itself.
#pragma once
#include "cell.h"

namespace minos {

// For a program, descriptors of what it reaches outside its folder. `readable`: the files of its run. `executable`: the
// one file that may be executed, because the filter alone cannot tell it from others (see filter.h).
void restrict_with_landlock(const CellConfig& config, std::span<const int> readable, int executable);

}  // namespace minos
