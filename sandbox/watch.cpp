// The clocks. CPU time decides, because it stays within about a millisecond on a loaded machine where wall time
// doubles; wall time only catches sleepers. A program past its wall limit is reported to the supervisor, which can
// see whether it slept or was merely not let run, and stops it or moves the limit. There is no timer on CPU time of another process, but a program
// pinned to one core cannot use more CPU time than time passes: sleep for the CPU time that is left, look, and
// sleep again for what is left then.
//
// Allocations too big to be judged by touching (kNotifyBytes and up) arrive here from the filter. Granting them
// costs nothing until they are touched; but one out of all proportion to the limit would be refused by the
// kernel anyway, and the crash that follows would not show its cause. So the cell refuses it first and says so.
// Questions about files and the machine arrive the same way (file-facts.h, machine-facts.h).
#include "watch.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "file-facts.h"
#include "filter.h"
#include "machine-facts.h"
#include "run-delay.h"

namespace minos {

namespace {

constexpr uint64_t kShortestSleepNs = 500'000;
constexpr uint64_t kStillSleepNs = 10'000'000;

// What lies in a socket is memory that the resident size does not show, 200 KB each way.
constexpr unsigned kMostPairs = 8;

// The kernel's clock id for the CPU time of another process, see clock_getcpuclockid(3).
clockid_t cpu_clock_of(pid_t pid) { return static_cast<clockid_t>((~static_cast<unsigned>(pid) << 3) | 2); }

// v1's cpuacct.usage is a number of nanoseconds, v2's cpu.stat starts with "usage_usec N".
uint64_t read_group_cpu(int fd) {
  char text[64] = {};
  if (pread(fd, text, sizeof text - 1, 0) <= 0) return 0;
  constexpr char key[] = "usage_usec ";
  if (strncmp(text, key, sizeof key - 1) == 0) return strtoull(text + sizeof key - 1, nullptr, 10) * 1000;
  return strtoull(text, nullptr, 10);
}

class Watch {
 public:
  Watch(const Launch& launch, uint32_t run, uint64_t started)
      : launch_(launch), limits_(*launch.limits), run_(run), started_(started) {
    facts_.exit_code = -1;
    if (launch.config->group.cpu_usage >= 0) group_start_ = read_group_cpu(launch.config->group.cpu_usage);
    // Whoever asks waits for the answer. Before Linux 6.6 there is no such flag, and answers come a little later.
    if (listener_ >= 0) ioctl(listener_, kSetListenerFlags, kSwitchAtOnce);
  }

  Facts run(bool& broken) {
    while (!broken && !wait_for_event(broken)) {
      if (now_ns() < next_look_) continue;  // a question: no clock can have run out since the last look
      check_clocks();
      stand_still_again();
    }
    facts_.wall_ns = elapsed();
    // The program's last thread has woken us in the middle of its end. Where its threads were looked at in /proc the kernel
    // would have us wait for it in a busy loop, up to a whole slice.
    if (was_looked_at()) sched_yield();
    reap_all();
    return facts_;
  }

 private:
  bool group_counts() const {
    return launch_.config->group.cpu_usage >= 0 && launch_.config->profile == Profile::toolchain;
  }

  uint64_t cpu_used() const {
    if (group_counts()) return read_group_cpu(launch_.config->group.cpu_usage) - group_start_;
    return read_clock(cpu_clock_of(launch_.pid));
  }

  // By the supervisor: for its memory where no group counts that, else for its delays.
  bool was_looked_at() const {
    bool memory_is_polled = launch_.config->tier == Tier::rlimits || launch_.config->tier == Tier::bare;
    return memory_is_polled || now_ns() - started_ >= kDelayLookNs / 2;
  }

  // Without the time it stood still.
  uint64_t elapsed() const { return (still_since_ ? still_since_ : now_ns()) - started_ - still_ns_; }

  // True: the program's main process has ended.
  bool wait_for_event(bool& broken) {
    bool timed = facts_.limit == Limit::none;
    uint64_t now = now_ns();
    if (timed && now >= next_look_) next_look_ = now + time_until_look();
    uint64_t sleep = timed ? next_look_ - now : 0;
    timespec timeout{static_cast<time_t>(sleep / 1'000'000'000), static_cast<long>(sleep % 1'000'000'000)};
    pollfd polled[] = {{launch_.pidfd.get(), POLLIN, 0},
                       {launch_.config->socket, POLLIN, 0},
                       {listener_, POLLIN, 0}};
    if (ppoll(polled, 3, timed ? &timeout : nullptr, nullptr) < 0 && errno != EINTR) broken = true;
    if (polled[2].revents & POLLIN) {
      serve_question();
    } else if (polled[2].revents) {
      listener_ = -1;  // the last thread is about to end: nobody is left to ask
    }
    if (polled[1].revents) take_word(broken);
    return polled[0].revents != 0;
  }

  uint64_t time_until_look() const {
    if (still_since_) return kStillSleepNs;
    uint64_t wall = elapsed();
    uint64_t cpu = cpu_used();
    uint64_t cpu_left = limits_.cpu_ns > cpu ? limits_.cpu_ns - cpu : 0;
    uint64_t wall_left = wall_limit_ > wall ? wall_limit_ - wall : 0;
    return std::max(kShortestSleepNs, late_ ? cpu_left : std::min(cpu_left, wall_left));
  }

  void check_clocks() {
    if (facts_.limit != Limit::none) return;
    if (cpu_used() > limits_.cpu_ns) {
      stop(Limit::cpu);
    } else if (!late_ && elapsed() > wall_limit_) {
      late_ = true;
      Report report;
      report.tag = ReportTag::late;
      report.run = run_;
      report.facts.cpu_ns = cpu_used();
      iovec part{&report, sizeof report};
      send_message(launch_.config->socket, {&part, 1}, {});
    }
  }

  void take_word(bool& broken) {
    Word message;
    size_t no_fds = 0;
    ssize_t got = receive_message(launch_.config->socket, &message, sizeof message, nullptr, no_fds, MSG_DONTWAIT);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) broken = true;
    if (got != sizeof message || message.run != run_) return;
    next_look_ = 0;
    if (message.tag == CellTag::stop && facts_.limit == Limit::none) stop(message.reason);
    if (message.tag == CellTag::more_time) {
      wall_limit_ += message.more_ns;
      late_ = false;
    }
    if (message.tag == CellTag::stand_still) stand_still();
    if (message.tag == CellTag::go_on) go_on();
  }

  // A stop signal cannot be caught, everything in the cell gets it at once, and the filter allows no call that would
  // undo it, now or later.
  void stand_still() {
    if (still_since_) return;
    signal_all(SIGSTOP);
    still_since_ = now_ns();
  }

  // A second lock: that the filter knows every way to SIGCONT is not taken for granted.
  void stand_still_again() {
    if (still_since_) signal_all(SIGSTOP);
  }

  void go_on() {
    if (!still_since_) return;
    still_ns_ += now_ns() - std::exchange(still_since_, 0);
    signal_all(SIGCONT);
  }

  // From the filter: may the program have this much memory, what is this file, and what is this machine?
  void serve_question() {
    // The kernel of tomorrow may write more than this header knows.
    alignas(seccomp_notif) char asked_room[512] = {};
    auto* asked = reinterpret_cast<seccomp_notif*>(asked_room);
    if (ioctl(listener_, SECCOMP_IOCTL_NOTIF_RECV, asked) < 0) return;
    alignas(seccomp_notif_resp) char answer_room[512] = {};
    auto* answer = reinterpret_cast<seccomp_notif_resp*>(answer_room);
    answer->id = asked->id;
    if (is_about_file(asked->data.nr)) {
      answer->error = answer_about_file(*asked, launch_);
      if (answer->error == -EPERM) pass_on(*answer);
    } else if (asked->data.nr == SYS_sysinfo) {
      answer->error = answer_about_machine(*asked, launch_);
    } else if (asked->data.nr == SYS_socketpair) {
      if (pairs_++ < kMostPairs) pass_on(*answer);
      else answer->error = -EMFILE;
    } else if (!grants(asked->data)) {
      answer->error = -ENOMEM;
    } else {
      pass_on(*answer);
    }
    ioctl(listener_, SECCOMP_IOCTL_NOTIF_SEND, answer);
  }

  static void pass_on(seccomp_notif_resp& answer) {
    answer.error = 0;
    answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
  }

  // Each by itself: what was given back is not seen here, so a sum would only grow.
  bool grants(const seccomp_data& call) {
    uint64_t bytes = call.args[call.nr == SYS_mremap ? 2 : 1];
    if (bytes <= allowance_) return true;
    facts_.refused = std::max(facts_.refused, bytes);
    return false;
  }

  void stop(Limit reason) {
    facts_.limit = reason;
    signal_all(SIGKILL);
  }

  // Danger: kill(-1) is right only as number 1 of a process namespace. Anywhere else it reaches every process of
  // this user, as root every process of the machine.
  void signal_all(int number) {
    bool bare = launch_.config->tier == Tier::bare;
    if (!bare && getpid() != 1) return;
    kill(bare ? -launch_.pid : -1, number);
  }

  // Everything ends up as a child of the cell: orphans are given to number 1 (or to the subreaper). Who is there beside the
  // program itself is killed first, or a fork bomb would make processes as fast as they are reaped. A program leaves nobody,
  // and is not made to wait until the kernel has looked through all processes of the machine.
  void reap_all() {
    int status;
    rusage usage;
    uint64_t cpu = 0;
    int options = __WALL | WNOHANG;
    for (pid_t pid; (pid = wait4(-1, &status, options, &usage)) >= 0 || errno == EINTR;) {
      if (pid != launch_.pid && options != __WALL) {
        signal_all(SIGKILL);
        options = __WALL;
      }
      if (pid <= 0) continue;
      cpu += to_ns(usage.ru_utime) + to_ns(usage.ru_stime);
      facts_.memory = std::max(facts_.memory, static_cast<uint64_t>(usage.ru_maxrss) * 1024);
      if (pid == launch_.pid) take_status(status);
    }
    facts_.cpu_ns = group_counts() ? std::max(cpu, cpu_used()) : cpu;
  }

  void take_status(int status) {
    if (WIFEXITED(status)) facts_.exit_code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) facts_.signal = WTERMSIG(status);
  }

  static uint64_t to_ns(const timeval& time) {
    return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(time.tv_usec) * 1000;
  }

  const Launch& launch_;
  const Limits& limits_;
  const uint32_t run_;
  const uint64_t started_;
  const uint64_t allowance_ = allowance_for(*launch_.limits, launch_.config->machine_memory);
  uint64_t group_start_ = 0;
  unsigned pairs_ = 0;  // of sockets that it asked for
  uint64_t wall_limit_ = launch_.limits->wall_ns;
  uint64_t next_look_ = 0;    // at the clocks: none can run out before
  uint64_t still_since_ = 0;  // 0: the program runs
  uint64_t still_ns_ = 0;     // how long it stood still before that
  int listener_ = launch_.listener.get();
  bool late_ = false;  // the supervisor was told that the wall limit is reached, and has not answered
  Facts facts_{};
};

}  // namespace

uint64_t allowance_for(const Limits& limits, uint64_t machine_memory) {
  // Never more than the machine has: past that the kernel's own overcommit check would refuse unseen.
  uint64_t wanted = std::max<uint64_t>(16ull << 30, 4 * limits.memory);
  return std::max(std::min(wanted, machine_memory / 2), kNotifyBytes);
}

Facts watch_program(const Launch& launch, uint32_t run, uint64_t started_ns, bool& broken) {
  return Watch(launch, run, started_ns).run(broken);
}

}  // namespace minos
