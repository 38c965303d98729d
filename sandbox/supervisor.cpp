#include "supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/epoll.h>

#include <algorithm>
#include <cstring>

#include "event-key.h"
#include "memory-watch.h"
#include "wire.h"

namespace minos {

namespace {

constexpr size_t kMostUnsent = 4 << 20;  // Node is not reading: start nothing more until it does

}  // namespace

Supervisor::Supervisor(CellPlan& plan, std::vector<int> cores) : plan_(plan), epoll_(epoll_create1(EPOLL_CLOEXEC)) {
  slots_.resize(2 * cores.size());
  for (unsigned i = 0; i < slots_.size(); i++) {
    slots_[i].index = i;
    slots_[i].core = cores[i / 2];
    slots_[i].places.resize(1 + plan.residents);
  }
}

bool Supervisor::try_once(Request request, Facts& facts, std::string& why) {
  ordinary_.push_back(std::make_unique<Run>(std::move(request)));
  for (dispatch(); !tried_; wait_and_handle()) {
  }
  facts = tried_->facts;
  why = tried_->fault;
  tried_.reset();
  return why.empty();
}

void Supervisor::serve(const std::string& hello) {
  fcntl(0, F_SETFL, fcntl(0, F_GETFL) | O_NONBLOCK);
  fcntl(1, F_SETFL, fcntl(1, F_GETFL) | O_NONBLOCK);
  watch(0, EPOLLIN, event_key(EventKind::input));
  serving_ = true;
  reply(hello);
  while (!input_ended_) wait_and_handle();
}

void Supervisor::watch(int fd, uint32_t events, uint64_t key) {
  epoll_event event{};
  event.events = events;
  event.data.u64 = key;
  epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, fd, &event);
}

int Supervisor::timeout_ms() const {
  uint64_t now = now_ns();
  uint64_t wait = ~0ull;
  for (const Slot& slot : slots_) {
    if (!slot.run) continue;
    uint64_t deadline = slot.run->deadline_ns;
    if (!slot.run->still_since_ns) wait = std::min({wait, deadline > now ? deadline - now : 0, kDelayLookNs});
    if (!plan_.groups) wait = std::min(wait, kMemoryPollNs);
  }
  if (quiet_cores_ > 0 && now < quiet_until_ns_) wait = std::min(wait, quiet_until_ns_ - now);
  if (wait == ~0ull) return -1;
  return static_cast<int>(std::min<uint64_t>(wait / 1'000'000 + 1, 60'000));
}

void Supervisor::wait_and_handle() {
  epoll_event events[64];
  int count = epoll_wait(epoll_.get(), events, 64, timeout_ms());
  for (int i = 0; i < count; i++) handle_event(events[i].data.u64, events[i].events);
  if (!plan_.groups) poll_memory();
  look_at_delays();
  check_deadlines();
  if (out_.size() < kMostUnsent) dispatch();
}

// A descriptor may have been closed by an event handled earlier in the same batch: every handler looks at what
// the slot holds now and finds nothing to do.
void Supervisor::handle_event(uint64_t key, uint32_t) {
  EventKind kind = kind_of(key);
  if (kind == EventKind::input) return read_frames();
  if (kind == EventKind::output) return flush();
  Slot& slot = slots_[slot_of(key)];
  if (kind == EventKind::cell) return handle_cell(slot, slot.places[place_of(key)]);
  if (!slot.run) return;
  if (kind == EventKind::program_output) drain(slot, slot.run->output);
  if (kind == EventKind::program_error) drain(slot, slot.run->error);
}

void Supervisor::read_frames() {
  char chunk[64 * 1024];
  for (;;) {
    ssize_t got = read(0, chunk, sizeof chunk);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) break;
    if (got <= 0) {
      input_ended_ = true;
      return;
    }
    in_.append(chunk, static_cast<size_t>(got));
    if (static_cast<size_t>(got) < sizeof chunk) break;
  }
  size_t at = 0;
  uint32_t size;
  while (in_.size() - at >= sizeof size) {
    memcpy(&size, in_.data() + at, sizeof size);
    if (size > kMaxFrame) {
      input_ended_ = true;
      return;
    }
    if (in_.size() - at - sizeof size < size) break;
    take_frame(std::string_view(in_).substr(at + sizeof size, size));
    at += sizeof size + size;
  }
  if (at == in_.size()) {
    std::string().swap(in_);  // assigning would keep the room; its pages must go before a cell inherits them
  } else {
    in_.erase(0, at);
  }
}

void Supervisor::take_frame(std::string_view body) {
  Reader reader(body);
  uint32_t id = reader.u32();
  Ask ask = static_cast<Ask>(reader.u8());
  if (ask == Ask::cancel) return cancel(id);
  std::optional<Request> request;
  if (ask == Ask::run) request = read_request(reader, id);
  if (!request) return reply(fault_answer(id, "the request does not follow the format"));
  Queue& queue = request->express ? express_ : ordinary_;
  queue.push_back(std::make_unique<Run>(std::move(*request)));
}

void Supervisor::cancel(uint32_t id) {
  for (Slot& slot : slots_) {
    if (!slot.run || slot.run->request.id != id) continue;
    slot.run->cancelled = true;
    return stop(slot, Limit::aborted);
  }
  for (Queue* queue : {&express_, &ordinary_}) {
    auto found = std::find_if(queue->begin(), queue->end(), [&](auto& run) { return run->request.id == id; });
    if (found == queue->end()) continue;
    reply((*found)->aborted_answer());
    queue->erase(found);
    return;
  }
  // Neither here nor there: its answer is on the way.
}

void Supervisor::reply(const std::string& frame) {
  if (!serving_) return;
  out_.append(frame);
  flush();
}

void Supervisor::flush() {
  size_t at = 0;
  while (at < out_.size()) {
    ssize_t wrote = write(1, out_.data() + at, out_.size() - at);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0 && errno != EAGAIN) input_ended_ = true;
    if (wrote <= 0) break;
    at += static_cast<size_t>(wrote);
  }
  out_.erase(0, at);
  bool waiting = !out_.empty();
  if (waiting == out_armed_) return;
  out_armed_ = waiting;
  if (waiting) {
    watch(1, EPOLLOUT, event_key(EventKind::output));
  } else {
    epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, 1, nullptr);
  }
}

}  // namespace minos
