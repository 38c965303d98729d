#include "cell-process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <csignal>
#include <cstdlib>
#include <cstring>

namespace minos {

namespace {

// Beside one busy process of another session a quarter of a core is left.
constexpr int kNiceness = 5;

// No NEWCGROUP: under nsdelegate it would forbid the cell's move to its own group, and nothing inside shows
// cgroups anyway.
constexpr int kNamespaces = CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS;

bool map_user(const CellPlan& plan, pid_t pid, uint32_t user) {
  std::string proc = "/proc/" + std::to_string(pid);
  uint32_t group = plan.root ? user : getegid();
  // Without privilege a group can be mapped only after giving up setgroups.
  if (!plan.root && !write_file((proc + "/setgroups").c_str(), "deny")) return false;
  return write_file((proc + "/uid_map").c_str(), "1000 " + std::to_string(user) + " 1") &&
         write_file((proc + "/gid_map").c_str(), "1000 " + std::to_string(group) + " 1");
}

std::string make_scratch(uint32_t user) {
  char path[] = "/tmp/minos-cell-XXXXXX";
  if (!mkdtemp(path)) return "";
  if (geteuid() == 0 && chown(path, user, user) < 0) return "";
  return path;
}

// What a compiler left behind, links not followed. Depth is bounded: rmdir of a deeper tree fails and stays.
void remove_tree(int parent, const char* name, int depth) {
  Fd dir(openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  DIR* list = dir && depth > 0 ? fdopendir(dup(dir.get())) : nullptr;
  while (dirent* entry = list ? readdir(list) : nullptr) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    if (unlinkat(dir.get(), entry->d_name, 0) < 0) remove_tree(dir.get(), entry->d_name, depth - 1);
  }
  if (list) closedir(list);
  unlinkat(parent, name, AT_REMOVEDIR);
}

[[noreturn]] void enter_cell(const CellConfig& config) {
  char go;  // comes when the user map is written and the groups are set
  if (recv(config.socket, &go, 1, 0) != 1) _exit(1);
  serve_cell(config);
}

}  // namespace

std::unique_ptr<CellProcess> CellProcess::start(CellPlan& plan, unsigned id, int core, bool ordinary,
                                                const Request& request, std::string& why) {
  auto cell = std::unique_ptr<CellProcess>(new CellProcess());
  bool toolchain = request.profile == Profile::toolchain;
  CellConfig config;
  config.profile = request.profile;
  config.read_only = request.read_only;
  config.tier = plan.tier;
  config.core = core;
  config.root = plan.root;
  config.user_namespace = plan.user_namespace;
  config.outer_user = plan.root ? plan.users.at(id) : geteuid();
  if (plan.tier != Tier::bare) config.last_pid = plan.last_pid.get();
  config.machine_memory = plan.machine_memory;
  config.filter = toolchain                   ? &plan.toolchain_filter
                  : is_for_interpreter(config) ? &plan.interpreter_filter
                                               : &plan.program_filter;
  // What may take its whole limit goes behind the server, the database and the worker, which others wait for. Not by a
  // program's own niceness: it could ask for that and so learn of its lane.
  if (ordinary) config.session_niceness = kNiceness;
  if (toolchain) {
    if (ordinary) config.niceness = kNiceness;
    config.work_bytes = 2 * request.limits.file_size;  // intermediate files beside the result
  }
  cell->single_use_ = toolchain || plan.tier == Tier::bare;
  if (plan.tier == Tier::bare) {
    config.scratch = cell->scratch_ = make_scratch(config.outer_user);
    if (config.scratch.empty()) return why = "scratch folder", nullptr;
  }
  if (shows_files(plan.tier, config.profile)) {
    cell->folder_ = ShownFolder::make(!is_for_interpreter(config));
    if (!cell->folder_) return why = std::string("root folder: ") + strerror(errno), nullptr;
    config.root_folder = cell->folder_->path();
  }
  if (plan.groups) {
    cell->group_ = plan.groups->make(config.profile, config.outer_user);
    if (!cell->group_) return why = std::string("cgroup: ") + strerror(errno), nullptr;
    config.group = cell->group_->descriptors();
  }
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0) return why = "socketpair", nullptr;
  cell->socket_.reset(pair[0]);
  Fd inner(pair[1]);
  config.socket = inner.get();

  int flags = SIGCHLD;
  if (plan.tier != Tier::bare) flags |= kNamespaces | (plan.user_namespace ? CLONE_NEWUSER : 0);
  long pid = syscall(SYS_clone, flags, nullptr, nullptr, nullptr, nullptr);
  if (pid == 0) enter_cell(config);
  if (pid < 0) return why = std::string("namespaces: ") + strerror(errno), nullptr;
  cell->pid_ = static_cast<pid_t>(pid);
  bool mapped = plan.tier == Tier::bare || !plan.user_namespace || map_user(plan, cell->pid_, config.outer_user);
  if (!mapped) return why = std::string("uid_map: ") + strerror(errno), nullptr;
  if (cell->group_ && !cell->group_->place_cell(cell->pid_)) {
    return why = std::string("cgroup of the cell: ") + strerror(errno), nullptr;
  }
  send(cell->socket_.get(), "", 1, MSG_NOSIGNAL);
  return cell;
}

CellProcess::~CellProcess() {
  if (pid_ > 0) {
    // Number 1 of the namespace: everything inside dies with it.
    kill(pid_, SIGKILL);
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  if (!scratch_.empty()) remove_tree(AT_FDCWD, scratch_.c_str(), 16);
}

bool CellProcess::show_files(const std::vector<NamedContent>& files, std::string& why) {
  for (const NamedContent& file : files) {
    if (folder_->show(file)) continue;
    why = (file.content.inlined ? file.name : file.content.path) + ": " + strerror(errno);
    return false;
  }
  return true;
}

bool CellProcess::send_order(const Order& order, const std::string& texts, std::span<const int> fds) {
  iovec parts[] = {{const_cast<Order*>(&order), sizeof order}, {const_cast<char*>(texts.data()), texts.size()}};
  return send_message(socket_.get(), parts, fds) >= 0;
}

void CellProcess::send_word(const Word& word) {
  send(socket_.get(), &word, sizeof word, MSG_NOSIGNAL | MSG_DONTWAIT);
}

void CellProcess::send_stop(uint32_t run, Limit reason) { send_word({CellTag::stop, run, reason}); }

void CellProcess::send_more_time(uint32_t run, uint64_t more_ns) {
  Word word{CellTag::more_time, run};
  word.more_ns = more_ns;
  send_word(word);
}

void CellProcess::send_stand_still(uint32_t run) { send_word({CellTag::stand_still, run}); }

void CellProcess::send_go_on(uint32_t run) { send_word({CellTag::go_on, run}); }

CellProcess::Received CellProcess::receive(Report& report, Fd& collected) {
  int fd = -1;
  size_t count = 1;
  ssize_t got = receive_message(socket_.get(), &report, sizeof report, &fd, count, MSG_DONTWAIT);
  if (count == 1) collected.reset(fd);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return Received::none;
  return got == sizeof report ? Received::report : Received::gone;
}

}  // namespace minos
