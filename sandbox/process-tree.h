// Processes and their threads, as /proc shows them.
#pragma once
#include <sys/types.h>

#include <string>
#include <vector>

namespace minos {

std::string task_path(pid_t pid, pid_t thread, const char* file);
// Also the first one where that has left before the others.
std::vector<pid_t> threads_of(pid_t pid);
// The processes that this thread has started; those of process 1 that nobody else is left for.
std::vector<pid_t> children_of(pid_t pid, pid_t thread);

}  // namespace minos
