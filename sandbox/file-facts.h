// What a program may know of a file. The kernel's own answer carries data from run to run: pipes are numbered on for
// the whole machine, an input shows when the judge fetched it and when it was last read, the root when a checker had
// files in it. So the filter brings these questions to the cell, which asks the kernel itself and hands on the kind
// and the size; everything else is the same for every file in every run. Only what lies in an interpreter's folders, which
// no run changes, is told more of.
#pragma once
#include <linux/seccomp.h>

#include "launch.h"

namespace minos {

// Whether the call is one of those, by its number.
bool is_about_file(int number);

// Writes the answer into the program's memory. 0, or the error it gets. -EPERM: the kernel has to answer, because this
// machine does not let a process look into its own child (Yama from 2 on), or, in tier bare, because nothing tells an
// interpreter's files from others.
int answer_about_file(const seccomp_notif& asked, const Launch& launch);

}  // namespace minos
