// minos-sandbox: runs programs nobody trusts and reports facts about them. Start reading at supervisor.h (who
// the processes are) and cell.h (what holds a program); docs/sandbox.md tells the whole.
#include <malloc.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "filter.h"
#include "probe.h"
#include "supervisor.h"
#include "wire.h"

#ifndef MINOS_BUILD
#error "MINOS_BUILD is the hash of the sources; build with sandbox/build.mjs"
#endif

namespace {

using namespace minos;

struct Options {
  std::vector<int> cores;
  std::string tier;
  bool good = true;
};

std::vector<int> parse_cores(const char* list) {
  std::vector<int> cores;
  for (const char* at = list; *at;) {
    char* end;
    long core = strtol(at, &end, 10);
    if (end == at || core < 0 || core >= CPU_SETSIZE) return {};
    cores.push_back(static_cast<int>(core));
    at = *end == ',' ? end + 1 : end;
  }
  return cores;
}

Options read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (strcmp(argv[i], "--cores") == 0) options.cores = parse_cores(argv[i + 1]);
    if (strcmp(argv[i], "--tier") == 0) options.tier = argv[i + 1];
  }
  options.good = argc % 2 == 1 && !options.cores.empty();
  return options;
}

// Whatever the parent ignored or blocked would be inherited by every program.
void reset_signals() {
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

// Away from the judging cores where others are left.
void leave_judging_cores(const std::vector<int>& cores) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) < 0) return;
  for (int core : cores) CPU_CLR(static_cast<size_t>(core), &set);
  if (CPU_COUNT(&set) > 0) sched_setaffinity(0, sizeof set, &set);
}

// Fixed thresholds switch off glibc's growing ones, with which freed memory stays, here and in every cell born later.
void give_memory_back() {
  mallopt(M_MMAP_THRESHOLD, 128 << 10);
  mallopt(M_TRIM_THRESHOLD, 128 << 10);
}

// Programs may have as many as this, and are executed by one more.
bool may_open_enough() {
  rlimit own;
  return getrlimit(RLIMIT_NOFILE, &own) == 0 && own.rlim_cur > kManyDescriptors;
}

std::string hello_frame(const CellPlan& plan, const Probed& probed, const std::vector<int>& cores) {
  Writer writer(0, Answer::hello);
  writer.text(MINOS_BUILD);
  writer.text(tier_name(plan.tier));
  writer.u32(static_cast<uint32_t>(probed.notes.size()));
  for (const std::string& note : probed.notes) writer.text(note);
  writer.u32(static_cast<uint32_t>(cores.size()));
  for (int core : cores) writer.u32(static_cast<uint32_t>(core));
  return writer.finish();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && strcmp(argv[1], "--probe") == 0) return read_small_file(argv[2]).empty();  // the probe's program
  if (argc == 2 && strcmp(argv[1], "--version") == 0) return puts(MINOS_BUILD) < 0;
  Options options = read_options(argc, argv);
  if (!options.good) {
    fprintf(stderr, "usage: minos-sandbox --cores LIST [--tier cgroup2|cgroup1|rlimits|bare]\n");
    return 2;
  }
  reset_signals();
  umask(022);  // a long output must be readable for the checker's cell
  give_memory_back();
  if (!may_open_enough()) {
    fprintf(stderr, "more than %d open files must be allowed (ulimit -n)\n", kManyDescriptors);
    return 3;
  }
  CellPlan plan;
  Probed probed = probe_tiers(options.tier, options.cores, plan);
  if (!probed.found) {
    for (const std::string& note : probed.notes) fprintf(stderr, "%s\n", note.c_str());
    return 3;
  }
  leave_judging_cores(options.cores);
  Supervisor(plan, options.cores).serve(hello_frame(plan, probed, options.cores));
  return 0;
}
