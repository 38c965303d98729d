// What happens in a slot, from the order to the answer.
#include <errno.h>
#include <sys/epoll.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "event-key.h"
#include "memory-watch.h"
#include "supervisor.h"

namespace minos {

namespace {

// Beyond its wall limit a run may take this long before the cell itself is taken to be stuck.
constexpr uint64_t kGraceNs = 10'000'000'000;
constexpr int kMostAttempts = 3;

// So long after its start an express run has a second core kept quiet: it is for those whose runs are short. And so long
// after its end, while its answer is looked at and stored and the next run asked for, nothing goes on. The scheduler counts
// both: they come from quiet-times.mjs.
constexpr uint64_t kServedNs = MINOS_SERVED_MS * 1'000'000ull;
constexpr uint64_t kStayStillNs = MINOS_STAY_STILL_MS * 1'000'000ull;

// A sleeper waits a little for its core each time it wakes up. Less than this is no excuse.
constexpr uint64_t kLeastExcuseNs = 5'000'000;

// A wait that has not ended is not counted yet: look again after this long. A run of which something was on a core by
// then is judged: its threads wait for each other.
constexpr uint64_t kSecondLookNs = 10'000'000;

// A program exactly at its limit must pass: page tables (1/512), kernel stacks and pipe buffers are charged to
// the group too but are not the program's memory.
uint64_t group_limit(uint64_t memory) { return memory + memory / 128 + (2 << 20); }

}  // namespace

void Supervisor::dispatch() {
  for (bool beside_ordinary : {false, true}) {
    for (Slot& slot : slots_) {
      if (!slot.is_ordinary() || (slot.run && !beside_ordinary)) continue;
      if (slot.run && !express_.empty()) stand_still(slot);
      start_next(express_, express_beside(slot));
    }
  }
  keep_quiet_cores();
  size_t at_work = count_at_work();
  for (Slot& slot : slots_) {
    bool is_at_work = slot.run && !slot.run->still_since_ns;
    if (!slot.is_ordinary() || express_beside(slot).run || is_at_work || at_work >= most_at_work()) continue;
    go_on(slot);
    start_next(ordinary_, slot);
    if (slot.run) at_work++;
  }
}

// While a short express run has a core, one more has no ordinary run at work: whoever submitted, the server, the database
// and the worker have as much of the machine as if nobody else were there.
void Supervisor::keep_quiet_cores() {
  uint64_t now = now_ns();
  size_t express = 0;
  bool served = false;
  for (const Slot& slot : slots_) {
    if (slot.is_ordinary() || !slot.run) continue;
    express++;
    served |= now < slot.run->started_ns + kServedNs;
  }
  if (served) quiet_until_ns_ = now + kStayStillNs;
  if (served) quiet_cores_ = express + 1;
  if (now >= quiet_until_ns_) quiet_cores_ = express;
  size_t at_work = count_at_work();
  for (Slot& slot : slots_) {
    if (at_work <= most_at_work()) return;
    if (!slot.is_ordinary() || !slot.run || slot.run->still_since_ns) continue;
    stand_still(slot);
    at_work--;
  }
}

size_t Supervisor::most_at_work() const {
  size_t cores = slots_.size() / 2;
  return cores - std::min(cores, quiet_cores_);
}

// Ordinary runs that do not stand still.
size_t Supervisor::count_at_work() const {
  return static_cast<size_t>(std::ranges::count_if(slots_, [](const Slot& slot) {
    return slot.is_ordinary() && slot.run && !slot.run->still_since_ns;
  }));
}

void Supervisor::start_next(Queue& queue, Slot& slot) {
  // A run that cannot even start answers at once and leaves the slot free.
  while (!slot.run && !queue.empty()) {
    slot.run = std::move(queue.front());
    queue.pop_front();
    start_run(slot);
  }
}

void Supervisor::stand_still(Slot& slot) {
  Run& run = *slot.run;
  if (run.still_since_ns) return;
  run.still_since_ns = now_ns();
  slot.serving()->send_stand_still(run.order.run);
}

void Supervisor::go_on(Slot& slot) {
  if (!slot.run || !slot.run->still_since_ns) return;
  Run& run = *slot.run;
  run.deadline_ns += now_ns() - std::exchange(run.still_since_ns, 0);
  slot.serving()->send_go_on(run.order.run);
}

// The place of a cell that shows what the run is to see; else an empty one, or the one that was not used for longest.
Supervisor::Place& Supervisor::place_for(Slot& slot) {
  const Request& request = slot.run->request;
  bool guest = request.profile == Profile::toolchain || plan_.tier == Tier::bare;
  if (guest) return slot.places.front();
  auto residents = std::span(slot.places).subspan(1);
  auto found = std::ranges::find_if(residents, [&](const Place& place) { return place.shows_to(request); });
  if (found != residents.end()) return *found;
  return *std::ranges::min_element(residents, {}, [](const Place& place) { return place.cell ? place.used_ns : 0; });
}

bool Supervisor::ensure_cell(Slot& slot, std::string& why) {
  const Request& request = slot.run->request;
  Place& place = place_for(slot);
  slot.place = &place;
  place.used_ns = now_ns();
  if (place.shows_to(request)) return true;
  place.cell.reset();
  place.shows = request.read_only;
  // Cells share a slot but no user id: one's processes are not another's.
  unsigned index = static_cast<unsigned>(&place - slot.places.data());
  unsigned id = slot.index * static_cast<unsigned>(slot.places.size()) + index;
  place.cell = CellProcess::start(plan_, id, slot.core, slot.is_ordinary(), request, why);
  if (!place.cell) return false;
  watch(place.cell->socket(), EPOLLIN, event_key(EventKind::cell, slot.index, index));
  return true;
}

void Supervisor::start_run(Slot& slot) {
  Run& run = *slot.run;
  run.attempts++;
  std::string why;
  bool shows = shows_files(plan_.tier, run.request.profile);
  if (!run.prepare(++sequence_, !shows, why)) return fail(slot, why);
  if (!ensure_cell(slot, why)) return fail(slot, "a cell could not be started: " + why);
  CellProcess& cell = *slot.serving();
  if (shows && !cell.show_files(run.request.files, why)) return fail(slot, why);
  if (Group* group = cell.group()) {
    if (!group->set_limits(group_limit(run.request.limits.memory), run.request.limits.processes)) {
      return replace_and_repeat(slot, std::string("cgroup limit: ") + strerror(errno));
    }
    run.oom_before = group->oom_kills();
  }
  watch(run.output.fd(), EPOLLIN, event_key(EventKind::program_output, slot.index));
  watch(run.error.fd(), EPOLLIN, event_key(EventKind::program_error, slot.index));
  run.started_ns = now_ns();
  run.deadline_ns = run.started_ns + run.request.limits.wall_ns + kGraceNs;
  run.excused_ns = 0;
  run.looked_twice = false;
  run.delay.restart(now_ns());
  run.still_since_ns = 0;
  bool sent = cell.send_order(run.order, run.texts, run.fds);
  run.close_program_ends();
  if (!sent) return replace_and_repeat(slot, std::string("order: ") + strerror(errno));
  // A repetition may begin beside an express run.
  if (slot.is_ordinary() && (express_beside(slot).run || count_at_work() > most_at_work())) stand_still(slot);
}

void Supervisor::drain(Slot& slot, Drain& drain) {
  switch (drain.take()) {
    case Drain::State::over:
      return stop(slot, Limit::output);
    case Drain::State::failed:
      slot.run->spill_failed = true;
      return stop(slot, Limit::aborted);
    case Drain::State::open:
    case Drain::State::ended:
      return;
  }
}

void Supervisor::stop(Slot& slot, Limit reason) {
  if (slot.run->stopped) return;
  slot.run->stopped = true;
  slot.serving()->send_stop(slot.run->order.run, reason);
}

// The wall limit is for a program that sleeps. The time in which something of it was ready, and the machine ran
// something else, is not its own.
void Supervisor::judge_late(Slot& slot, uint64_t cpu_ns) {
  Run& run = *slot.run;
  if (run.stopped) return;
  run.delay.look(slot.serving()->pid(), now_ns());
  uint64_t waited = run.delay.starved_ns(cpu_ns);
  uint64_t more = kSecondLookNs;
  if (waited >= run.excused_ns + kLeastExcuseNs) {
    more = waited - run.excused_ns;
    run.excused_ns = waited;
    run.looked_twice = false;
  } else if (run.delay.uncounted_ns() < 2 * kSecondLookNs || (run.looked_twice && !run.delay.nothing_ran())) {
    return stop(slot, Limit::wall);
  } else {
    run.looked_twice = true;
  }
  run.deadline_ns += more;
  slot.serving()->send_more_time(run.order.run, more);
}

void Supervisor::handle_cell(Slot& slot, Place& place) {
  if (!place.cell) return;
  bool serves = slot.run && slot.place == &place;
  Report report;
  Fd collected;
  switch (place.cell->receive(report, collected)) {
    case CellProcess::Received::none:
      return;
    case CellProcess::Received::gone:
      if (serves) return replace_and_repeat(slot, "the cell died");
      place.cell.reset();
      return;
    case CellProcess::Received::report:
      break;
  }
  std::string problem = std::string(report.step) + ": " + strerror(report.error);
  bool current = serves && report.run == slot.run->order.run;
  if (report.tag == ReportTag::failed && serves) return replace_and_repeat(slot, "cell set-up: " + problem);
  if (report.tag == ReportTag::late && current) return judge_late(slot, report.facts.cpu_ns);
  if (report.tag == ReportTag::unfit && current) return replace_and_repeat(slot, problem);
  if (report.tag == ReportTag::fault && current) return fail(slot, problem);
  if (report.tag == ReportTag::done && current) return finish(slot, report.facts, std::move(collected));
}

void Supervisor::finish(Slot& slot, Facts facts, Fd collected) {
  Run& run = *slot.run;
  // Nothing of the program is left, so its pipes must end; if not, someone still holds them.
  while (run.output.take() == Drain::State::over) {
  }
  while (run.error.take() == Drain::State::over) {
  }
  if (run.output.fd() >= 0 || run.error.fd() >= 0) return replace_and_repeat(slot, "a process survived its cell");
  if (run.spill_failed) return fail(slot, "cannot write " + run.request.spill_to);
  Group* group = slot.serving()->group();
  bool oom = group && group->oom_kills() > run.oom_before;
  if (facts.limit == Limit::none && oom) facts.limit = Limit::memory;
  if (facts.limit == Limit::none && (run.output.is_over() || run.error.is_over())) facts.limit = Limit::output;
  // The file is there: that it cannot be kept is this machine's trouble, not the program's.
  bool saved = collected && !run.request.collect_to.empty();
  if (saved && !run.save_collected(collected)) {
    return fail(slot, "cannot write " + run.request.collect_to + ": " + strerror(errno));
  }
  if (serving_) {
    reply(run.answer(facts, saved, run.request.give_back.empty() ? Fd() : std::move(collected)));
  } else {
    tried_ = Tried{facts, ""};
  }
  release(slot);
}

void Supervisor::fail(Slot& slot, const std::string& message) {
  if (serving_) {
    reply(fault_answer(slot.run->request.id, message));
  } else {
    tried_ = Tried{{}, message};
  }
  release(slot);
}

void Supervisor::release(Slot& slot) {
  slot.run.reset();
  Place* place = std::exchange(slot.place, nullptr);
  if (!place || !place->cell) return;
  CellProcess& cell = *place->cell;
  bool serves_again = !cell.single_use() && cell.clear_files() && (!cell.group() || cell.group()->is_clean());
  if (!serves_again) place->cell.reset();
}

void Supervisor::replace_and_repeat(Slot& slot, const std::string& reason) {
  slot.place->cell.reset();
  if (slot.run->cancelled) {
    reply(slot.run->aborted_answer());
    return release(slot);
  }
  if (slot.run->attempts >= kMostAttempts) return fail(slot, reason);
  start_run(slot);
}

void Supervisor::check_deadlines() {
  uint64_t now = now_ns();
  for (Slot& slot : slots_) {
    bool runs = slot.run && !slot.run->still_since_ns;
    if (runs && now > slot.run->deadline_ns) replace_and_repeat(slot, "the cell did not answer in time");
  }
}

void Supervisor::look_at_delays() {
  uint64_t now = now_ns();
  for (Slot& slot : slots_) {
    bool runs = slot.run && slot.serving() && !slot.run->still_since_ns;
    if (!runs || !slot.run->delay.is_due(now)) continue;
    slot.run->delay.look(slot.serving()->pid(), now);
    // The cell sees this first, except without a cgroup: there it does not know a compiler's descendants.
    if (slot.run->delay.ran_ns() > slot.run->request.limits.cpu_ns) stop(slot, Limit::cpu);
  }
}

void Supervisor::poll_memory() {
  for (Slot& slot : slots_) {
    if (!slot.run || slot.run->stopped || !slot.serving()) continue;
    if (resident_below(slot.serving()->pid()) > slot.run->request.limits.memory) stop(slot, Limit::memory);
  }
}

}  // namespace minos
