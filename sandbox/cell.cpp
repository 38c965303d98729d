#include "cell.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstring>

#include "launch.h"
#include "sys.h"
#include "watch.h"

namespace minos {

namespace {

// Inputs shorter than this are read in no time; longer ones must not be charged to the program's cgroup.
constexpr off_t kReadAhead = 256 * 1024;

// What a shell says of a file that it found but the kernel would not execute.
constexpr int kNotExecutable = 127;

// Whether the kernel's refusal to execute lies in the file's content, which its author chose (an interpreter
// that is not there, headers that make no sense or ask for too much), and not in how it was handed over.
bool is_of_the_file(int program, int error) {
  // An interpreter that may not be executed, say a folder, unless it is the program itself.
  if (error == EACCES) return faccessat(program, "", X_OK, AT_EMPTY_PATH) == 0;
  return error == ENOENT || error == ENOEXEC || error == ELIBBAD || error == EINVAL || error == ENOMEM ||
         error == E2BIG || error == ENAMETOOLONG || error == ENOTDIR || error == ELOOP;
}

void send_report(const CellConfig& config, const Report& report, int fd = -1) {
  iovec part{const_cast<Report*>(&report), sizeof report};
  std::span<const int> fds = fd >= 0 ? std::span<const int>(&fd, 1) : std::span<const int>();
  if (send_message(config.socket, {&part, 1}, fds) < 0) _exit(1);
}

// An order's texts as the pointer lists exec wants. Points into the received datagram: no copies.
struct Texts {
  char** argv = nullptr;
  char** env = nullptr;
  std::span<char*> files;
  std::span<char*> give_back;
  char* collect = nullptr;
  char* pointers[kMaxOrderTexts + 2];  // argv and env end with a null each

  bool split(const Order& order, char* at, char* end) {
    auto next = [&](char*& text) {
      auto* nul = static_cast<char*>(memchr(at, 0, static_cast<size_t>(end - at)));
      if (!nul) return false;
      text = at;
      at = nul + 1;
      return true;
    };
    char** to = pointers;
    auto fill = [&](uint32_t count) {
      for (; count > 0; count--) {
        if (!next(*to++)) return false;
      }
      return true;
    };
    uint64_t count = uint64_t{order.arg_count} + order.env_count + order.file_count + order.give_back_count;
    if (count > kMaxOrderTexts) return false;
    argv = to;
    if (!fill(order.arg_count)) return false;
    *to++ = nullptr;
    env = to;
    if (!fill(order.env_count)) return false;
    *to++ = nullptr;
    files = {to, order.file_count};
    if (!fill(order.file_count)) return false;
    give_back = {to, order.give_back_count};
    return fill(order.give_back_count) && next(collect);
  }
};

// Lies in the room that it shares with the child that becomes a program (launch.h).
class Cell {
 public:
  explicit Cell(const CellConfig& config) : config_(config), files_dir_(build_world(config_)) {
    launch_.room = {reinterpret_cast<char*>(this), sizeof *this};
    launch_.config = &config_;
    launch_.limits = &message_.order.limits;
    launch_.notifies = config_.filter->notifies;
    launch_.refused.len = static_cast<unsigned short>(config_.filter->refused.size());
    launch_.refused.filter = refused_;
    std::ranges::copy(config_.filter->refused, refused_);
  }

  void serve() {
    send_report(config_, {});
    while (receive()) execute();
  }

 private:
  bool receive() {
    for (;;) {
      fd_count_ = kMaxOrderFds;
      ssize_t got = receive_message(config_.socket, &message_, sizeof message_, fds_, fd_count_, 0);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return false;
      // A word that crossed our report is for a run that is over.
      if (message_.order.tag != CellTag::order) continue;
      return texts_.split(message_.order, message_.rest, reinterpret_cast<char*>(&message_) + got);
    }
  }

  bool program() const { return config_.profile == Profile::program; }

  void execute() {
    Report report;
    report.tag = ReportTag::done;
    report.run = message_.order.run;
    size_t first_file = program() ? 4 : 3;
    Fd collected;
    if (!place_files(first_file, report)) {
      report.tag = ReportTag::fault;
    } else if (!restart_numbers()) {
      report.tag = ReportTag::unfit;
      fail(report, "process numbers", errno);
    } else {
      if (config_.tier == Tier::bare) seal_world(config_, {linked_, linked_count_}, program() ? fds_[3] : -1);
      run_program(report);
      if (report.tag == ReportTag::done) collected = texts_.give_back.empty() ? collect(report.facts) : give_back();
    }
    // Of a program that did not come to be started; the supervisor waits for the end of its output.
    close_fds(1, 3);
    send_report(config_, report, collected.get());
    if (broken_) _exit(1);
    // Nobody waits for the rest.
    launch_.pidfd.reset();
    launch_.listener.reset();
    close_fds(0, fd_count_);
  }

  // The kernel counts process numbers on from run to run: without this a program would see how many processes and
  // threads the ones before it had.
  bool restart_numbers() {
    if (!std::exchange(used_, true)) return true;
    return pwrite(config_.last_pid, "1", 1, 0) == 1;
  }

  void run_program(Report& report) {
    read_ahead(fds_[0]);
    launch_.input = fds_[0];
    launch_.output = fds_[1];
    launch_.error = fds_[2];
    launch_.program = program() ? fds_[3] : -1;
    launch_.kept = linked_;
    launch_.kept_count = linked_count_;
    launch_.argv = texts_.argv;
    launch_.env = texts_.env;
    uint64_t started = now_ns();
    launch_program(launch_);
    // The program has ends of its own. When it leaves, the supervisor sees the end of its output while we look at it.
    close_fds(1, 3);
    bool contestants = program() && config_.read_only.empty();
    if (launch_.step == kExecStep && contestants && is_of_the_file(fds_[3], launch_.failure)) {
      report.facts.exit_code = kNotExecutable;
      report.facts.wall_ns = now_ns() - started;
      return;
    }
    if (launch_.step) {
      report.tag = launch_.step == kExecStep ? ReportTag::fault : ReportTag::unfit;
      fail(report, launch_.step, launch_.failure);
      return;
    }
    report.facts = watch_program(launch_, message_.order.run, started, broken_);
  }

  static void read_ahead(int input) {
    struct stat info;
    if (fstat(input, &info) < 0 || !S_ISREG(info.st_mode) || info.st_size < kReadAhead) return;
    readahead(input, 0, static_cast<size_t>(info.st_size));
  }

  // Where the supervisor shows no files. The folder goes as a whole with the cell.
  bool place_files(size_t first, Report& report) {
    for (size_t i = 0; i < texts_.files.size(); i++) {
      if (first + i >= fd_count_) return fail(report, "file descriptors", EPROTO);
      bool placed = program() && link_file(texts_.files[i], fds_[first + i]);
      if (!placed && !copy_file(texts_.files[i], fds_[first + i])) return fail(report, texts_.files[i], errno);
    }
    return true;
  }

  // Tier bare, where /proc is in view: a link to a descriptor that the program inherits. The way to the file may be
  // closed; Landlock lets it be read. Contents that Node sent along are on no disk and could be made to grow.
  bool link_file(const char* name, int from) {
    struct stat info;
    if (fstat(from, &info) < 0 || !S_ISREG(info.st_mode) || info.st_nlink == 0) return false;
    std::string target = "/proc/self/fd/" + std::to_string(from);
    if (symlinkat(target.c_str(), files_dir_, name) < 0) return false;
    linked_[linked_count_++] = from;
    return true;
  }

  bool copy_file(const char* name, int from) const {
    Fd to(openat(files_dir_, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0444));
    if (!to) return false;
    // Empty content comes as /dev/null, which cannot be sent.
    struct stat info;
    ssize_t sent = fstat(from, &info) == 0 && S_ISREG(info.st_mode) ? 1 : 0;
    while (sent > 0) sent = sendfile(to.get(), from, nullptr, size_t{1} << 30);
    return sent == 0;
  }

  // The name may be a link, a pipe or a device the program made: only a regular file is handed out.
  Fd open_left(const char* name, struct stat& info) const {
    Fd file(openat(files_dir_, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!file || fstat(file.get(), &info) < 0 || !S_ISREG(info.st_mode)) return Fd();
    return file;
  }

  Fd collect(const Facts& facts) const {
    if (texts_.collect[0] == '\0' || facts.exit_code != 0) return Fd();
    struct stat info;
    Fd file = open_left(texts_.collect, info);
    if (!file || static_cast<uint64_t>(info.st_size) > message_.order.limits.file_size) return Fd();
    return file;
  }

  // However the program ended. Nothing of it is left that could change a file meanwhile.
  Fd give_back() const {
    Fd all(memfd_create("given back", MFD_CLOEXEC));
    for (const char* name : texts_.give_back) {
      struct stat info;
      static char bytes[kGivenBack];
      Fd file = open_left(name, info);
      ssize_t got = file ? pread(file.get(), bytes, sizeof bytes, 0) : -1;
      uint32_t size = got < 0 ? kNotGivenBack : static_cast<uint32_t>(got);
      if (!all || write(all.get(), &size, sizeof size) < 0) return Fd();
      if (got > 0 && write(all.get(), bytes, static_cast<size_t>(got)) < got) return Fd();
    }
    return all;
  }

  static bool fail(Report& report, const char* step, int error) {
    report.error = error;
    strncpy(report.step, step, sizeof report.step - 1);
    return false;
  }

  void close_fds(size_t from, size_t to) {
    for (size_t i = from; i < to && i < fd_count_; i++) {
      if (fds_[i] >= 0) close(std::exchange(fds_[i], -1));
    }
  }

  Launch launch_;
  CellConfig config_;
  const int files_dir_;
  sock_filter refused_[kMaxRefused];
  int fds_[kMaxOrderFds];
  size_t fd_count_ = 0;
  int linked_[kMaxOrderFds];  // files of the run that the program finds by their descriptors
  size_t linked_count_ = 0;
  bool used_ = false;  // by an earlier run
  bool broken_ = false;
  Texts texts_;
  struct {
    Order order;
    char rest[kMaxOrderBytes];
  } message_;
};

}  // namespace

void serve_cell(const CellConfig& config) {
  void* room = make_room(sizeof(Cell));
  if (!room) report_failure(config, "room of the run");
  (new (room) Cell(config))->serve();
  _exit(0);
}

}  // namespace minos
