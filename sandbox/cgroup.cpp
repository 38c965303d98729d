#include "cgroup.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace minos {

namespace {

constexpr char kPrefix[] = "minos.";

std::vector<std::string> split(const std::string& text, char by) {
  std::vector<std::string> parts;
  size_t from = 0;
  for (size_t at; (at = text.find(by, from)) != std::string::npos; from = at + 1) {
    parts.push_back(text.substr(from, at - from));
  }
  parts.push_back(text.substr(from));
  return parts;
}

bool has_word(const std::string& list, const std::string& word) {
  for (const std::string& part : split(list, ',')) {
    if (part == word) return true;
  }
  return false;
}

// /proc/self/cgroup has lines "id:controllers:path"; v2 is "0::path".
std::string own_path(const std::string& controller) {
  for (const std::string& line : split(read_small_file("/proc/self/cgroup"), '\n')) {
    size_t first = line.find(':');
    size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    std::string names = line.substr(first + 1, second - first - 1);
    if (controller.empty() ? names.empty() : has_word(names, controller)) return line.substr(second + 1);
  }
  return "";
}

}  // namespace

bool find_hierarchy(const std::string& controller, Hierarchy& found) {
  // mountinfo: "id parent dev root mountpoint options [tags] - type source superoptions"
  for (const std::string& line : split(read_small_file("/proc/self/mountinfo"), '\n')) {
    size_t dash = line.find(" - ");
    if (dash == std::string::npos) continue;
    std::vector<std::string> left = split(line.substr(0, dash), ' ');
    std::vector<std::string> right = split(line.substr(dash + 3), ' ');
    if (left.size() < 6 || right.size() < 3) continue;
    bool match = controller.empty() ? right[0] == "cgroup2" : right[0] == "cgroup" && has_word(right[2], controller);
    if (!match) continue;
    found.mount = left[4];
    // In a container the mount may show a subtree only: `root` is that subtree's path.
    std::string path = own_path(controller);
    const std::string& root = left[3];
    if (root != "/" && path.rfind(root, 0) == 0) path = path.substr(root.size());
    found.own = found.mount + (path == "/" ? "" : path);
    if (access(found.own.c_str(), F_OK) < 0) found.own = found.mount;
    return true;
  }
  return false;
}

std::string new_group_name() {
  static unsigned count = 0;
  return kPrefix + std::to_string(getpid()) + "." + std::to_string(count++);
}

void sweep_dead_groups(const std::string& folder) {
  DIR* dir = opendir(folder.c_str());
  if (!dir) return;
  while (dirent* entry = readdir(dir)) {
    if (strncmp(entry->d_name, kPrefix, sizeof kPrefix - 1) != 0) continue;
    pid_t owner = atoi(entry->d_name + sizeof kPrefix - 1);
    if (owner <= 0 || kill(owner, 0) == 0 || errno != ESRCH) continue;
    std::string path = folder + "/" + entry->d_name;
    for (const char* inner : {"/run", "/home", ""}) rmdir((path + inner).c_str());
  }
  closedir(dir);
}

uint64_t read_keyed(int fd, const char* key) {
  char text[1024];
  ssize_t got = pread(fd, text, sizeof text - 1, 0);
  if (got <= 0) return 0;
  text[got] = '\0';
  size_t size = strlen(key);
  for (char* line = text; line; line = strchr(line, '\n')) {
    if (*line == '\n') line++;
    if (strncmp(line, key, size) == 0 && line[size] == ' ') return strtoull(line + size + 1, nullptr, 10);
  }
  return 0;
}

uint64_t read_number(int fd) {
  char text[32] = {};
  return pread(fd, text, sizeof text - 1, 0) > 0 ? strtoull(text, nullptr, 10) : 0;
}

bool write_number(int fd, uint64_t value) {
  char text[32];
  int size = snprintf(text, sizeof text, "%" PRIu64, value);
  return pwrite(fd, text, static_cast<size_t>(size), 0) == size;
}

void remove_group(const std::string& path) {
  for (int attempt = 0; attempt < 50 && rmdir(path.c_str()) < 0 && errno == EBUSY; attempt++) poll(nullptr, 0, 1);
}

}  // namespace minos
