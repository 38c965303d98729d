#include "process-tree.h"

#include <dirent.h>

#include <cstdlib>
#include <memory>

#include "sys.h"

namespace minos {

std::string task_path(pid_t pid, pid_t thread, const char* file) {
  return "/proc/" + std::to_string(pid) + "/task/" + std::to_string(thread) + file;
}

std::vector<pid_t> threads_of(pid_t pid) {
  std::vector<pid_t> threads;
  std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir(("/proc/" + std::to_string(pid) + "/task").c_str()), closedir);
  while (dirent* entry = folder ? readdir(folder.get()) : nullptr) {
    if (int thread = atoi(entry->d_name)) threads.push_back(thread);
  }
  return threads;
}

std::vector<pid_t> children_of(pid_t pid, pid_t thread) {
  std::vector<pid_t> children;
  std::string list = read_small_file(task_path(pid, thread, "/children").c_str());
  const char* at = list.c_str();
  for (char* end; long number = strtol(at, &end, 10); at = end) children.push_back(static_cast<pid_t>(number));
  return children;
}

}  // namespace minos
