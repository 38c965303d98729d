#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstring>

#include "wire.h"

namespace minos {

namespace {

// One buffer for all runs: the supervisor has one thread. A pipe holds no more; a larger one would only add to
// what cells inherit.
char chunk[64 * 1024];

bool write_all(int fd, const char* bytes, size_t size) {
  while (size > 0) {
    ssize_t wrote = write(fd, bytes, size);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return false;
    bytes += wrote;
    size -= static_cast<size_t>(wrote);
  }
  return true;
}

Fd open_content(const Content& content) {
  std::string path = content.path;
  // Opened again by name: the program gets a descriptor of its own, at the start, and read-only.
  if (content.inlined) path = content.bytes ? "/proc/self/fd/" + std::to_string(content.bytes.get()) : "/dev/null";
  // Not blocking, and checked to be regular: a named pipe would hang the supervisor.
  Fd file(open(path.c_str(), O_RDONLY | O_CLOEXEC | (content.inlined ? 0 : O_NONBLOCK)));
  struct stat info;
  if (file && !content.inlined && fstat(file.get(), &info) == 0 && !S_ISREG(info.st_mode)) {
    errno = EINVAL;
    return Fd();
  }
  return file;
}

bool is_plain_name(const std::string& name) {
  return !name.empty() && name.size() < 200 && name != "." && name != ".." && name.find('/') == std::string::npos &&
         name.find('\0') == std::string::npos;
}

// The real name may tell whose program it is, or when it was made. A compiler has its own, and so does an interpreter that
// is itself among what is shown: it looks for its folders beside it.
constexpr const char* kProgramName = "program";

bool is_shown(const Request& request) {
  return std::ranges::any_of(request.read_only, [&](const std::string& path) {
    return request.program == path || request.program.starts_with(path + "/");
  });
}

void add_text(std::string& texts, const std::string& text) {
  texts.append(text.c_str());  // an embedded NUL ends it here rather than shifting the texts after it
  texts.push_back('\0');
}

}  // namespace

Fd Drain::open(Keep keep, uint64_t limit, const std::string& spill_to) {
  keep_ = keep;
  limit_ = limit;
  total_ = 0;
  kept_.clear();
  end_.clear();
  spill_.reset();
  spill_to_ = spill_to;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) < 0) return Fd();
  pipe_.reset(ends[0]);
  fcntl(ends[0], F_SETFL, O_NONBLOCK);  // this end only: the program's writes still wait
  return Fd(ends[1]);
}

bool Drain::store(const char* bytes, size_t size) {
  size_t room = kept_.size() < keep_.first ? keep_.first - kept_.size() : 0;
  if (!spill_ && size > room && !spill_to_.empty()) {
    spill_.reset(::open(spill_to_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (!spill_ || !write_all(spill_.get(), kept_.data(), kept_.size())) return false;
  }
  if (spill_ && !write_all(spill_.get(), bytes, size)) return false;
  size_t first = std::min(size, room);
  kept_.append(bytes, first);
  if (keep_.last > 0) end_.append(bytes + first, size - first);
  if (end_.size() > 2 * keep_.last) end_.erase(0, end_.size() - keep_.last);  // not for every byte that comes
  return true;
}

std::string Drain::kept() const {
  size_t from = end_.size() > keep_.last ? end_.size() - keep_.last : 0;
  return kept_ + end_.substr(from);
}

Drain::State Drain::take() {
  while (pipe_) {
    ssize_t got = read(pipe_.get(), chunk, sizeof chunk);
    if (got < 0) return errno == EAGAIN || errno == EINTR ? State::open : State::ended;
    if (got == 0) {
      pipe_.reset();
      break;
    }
    bool was_over = is_over();
    uint64_t allowed = total_ < limit_ ? limit_ - total_ : 0;
    total_ += static_cast<uint64_t>(got);
    if (allowed > 0 && !store(chunk, std::min(static_cast<size_t>(got), static_cast<size_t>(allowed)))) {
      return State::failed;
    }
    if (is_over() && !was_over) return State::over;
  }
  return State::ended;
}

bool Run::hold(Fd fd, const std::string& what, std::string& fault) {
  if (!fd) {
    fault = what + ": " + strerror(errno);
    return false;
  }
  fds.push_back(fd.get());
  held_.push_back(std::move(fd));
  return true;
}

bool Run::prepare(uint32_t sequence, bool passes_files, std::string& fault) {
  fds.clear();
  held_.clear();
  texts.clear();
  stopped = false;
  bool program = request.profile == Profile::program;
  const std::string& input = request.input.inlined ? "input" : request.input.path;
  if (!hold(open_content(request.input), input, fault)) return false;
  if (!hold(output.open({kInlineOutput, 0}, request.limits.output, request.spill_to), "pipe", fault)) return false;
  if (!hold(error.open({kKeptError, kKeptErrorEnd}, request.limits.output, ""), "pipe", fault)) return false;
  if (program && !hold(Fd(open(request.program.c_str(), O_PATH | O_CLOEXEC)), request.program, fault)) return false;

  order = Order();
  order.run = sequence;
  order.limits = request.limits;
  bool named = !program || is_shown(request);
  add_text(texts, named ? request.program : kProgramName);
  for (const std::string& text : request.args) add_text(texts, text);
  for (const std::string& text : request.env) add_text(texts, text);
  for (const NamedContent& file : request.files) {
    if (!is_plain_name(file.name)) return fault = "not a plain file name: " + file.name, false;
    if (!passes_files) continue;
    const std::string& what = file.content.inlined ? file.name : file.content.path;
    if (!hold(open_content(file.content), what, fault)) return false;
    add_text(texts, file.name);
  }
  if (!request.collect_name.empty() && !is_plain_name(request.collect_name)) return fault = "collect: not a plain file name", false;
  if (program && !request.give_back.empty()) return fault = "a program leaves no files to give back", false;
  if (request.give_back.size() > kMostGivenBack) return fault = "too many files to give back", false;
  for (const std::string& name : request.give_back) {
    if (!is_plain_name(name)) return fault = "give back: not a plain file name", false;
    add_text(texts, name);
  }
  add_text(texts, request.collect_name);
  order.arg_count = static_cast<uint32_t>(request.args.size() + 1);
  order.env_count = static_cast<uint32_t>(request.env.size());
  order.file_count = passes_files ? static_cast<uint32_t>(request.files.size()) : 0;
  order.give_back_count = static_cast<uint32_t>(request.give_back.size());
  if (texts.size() > kMaxOrderBytes - sizeof(Order)) return fault = "arguments are too long", false;
  uint64_t count = uint64_t{order.arg_count} + order.env_count + order.file_count + order.give_back_count;
  if (count > kMaxOrderTexts) return fault = "too many arguments", false;
  if (fds.size() > kMaxOrderFds) return fault = "too many files", false;
  return true;
}

bool Run::save_collected(const Fd& file) const {
  // Under another name first: nobody may ever see, or execute, half a program.
  std::string partial = request.collect_to + ".partial";
  Fd to(open(partial.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0755));
  if (!to) return false;
  fchmod(to.get(), 0755);
  ssize_t sent;
  while ((sent = sendfile(to.get(), file.get(), nullptr, 1 << 30)) > 0) {
  }
  bool good = sent == 0 && rename(partial.c_str(), request.collect_to.c_str()) == 0;
  int reason = errno;
  if (good) return true;
  unlink(partial.c_str());
  errno = reason;
  return false;
}

namespace {

std::string read_given_back(const Fd& file) {
  std::string bytes(file ? kMostGivenBack * (kGivenBack + sizeof(uint32_t)) : 0, '\0');
  ssize_t got = file ? pread(file.get(), bytes.data(), bytes.size(), 0) : 0;
  bytes.resize(got < 0 ? 0 : static_cast<size_t>(got));
  return bytes;
}

}  // namespace

std::string Run::answer(const Facts& facts, bool collected, const Fd& given_back) const {
  Writer writer(request.id, Answer::facts);
  writer.number(static_cast<double>(facts.cpu_ns) / 1e6);
  writer.number(static_cast<double>(facts.wall_ns) / 1e6);
  writer.number(static_cast<double>(facts.memory));
  writer.number(facts.exit_code);
  writer.number(facts.signal);
  writer.u8(static_cast<uint8_t>(facts.limit));
  writer.number(static_cast<double>(facts.refused));
  writer.number(static_cast<double>(output.total()));
  writer.u8(output.spilled());
  writer.u8(collected);
  writer.text(output.kept());
  writer.text(error.kept());
  writer.text(read_given_back(given_back));
  return writer.finish();
}

std::string Run::aborted_answer() const {
  Facts facts{};
  facts.exit_code = -1;
  facts.limit = Limit::aborted;
  return answer(facts, false, Fd());
}

std::string fault_answer(uint32_t id, const std::string& message) {
  Writer writer(id, Answer::fault);
  writer.text(message);
  return writer.finish();
}

}  // namespace minos
