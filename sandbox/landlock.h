// File access without namespaces: Landlock lets the program reach its working folder and, for a compiler, the
// toolchain's folders. Weaker than an empty root: names can still be probed, other processes are visible. That
// is why the 'bare' tier is never chosen by itself.
#pragma once
#include "cell.h"

namespace minos {

// `program`: descriptor of the executable, -1: it is in one of the toolchain's folders.
void restrict_with_landlock(const CellConfig& config, int program);

}  // namespace minos
