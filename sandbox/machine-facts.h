// What an interpreter may know of the machine. The kernel's answer to sysinfo tells its load, its uptime and how much
// memory others use, and the C library does not expect to get none. So the cell answers: a machine that has as much memory
// as the run may use, all of it free.
#pragma once
#include <linux/seccomp.h>

#include "launch.h"

namespace minos {

// Writes the answer into the program's memory. 0, or the error it gets.
int answer_about_machine(const seccomp_notif& asked, const Launch& launch);

}  // namespace minos
