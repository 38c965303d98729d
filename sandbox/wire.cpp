#include "wire.h"

#include <sys/mman.h>
#include <sys/stat.h>

#include <cstring>

namespace minos {

bool Reader::take(void* to, size_t size) {
  if (!ok_ || rest_.size() < size) {
    ok_ = false;
    memset(to, 0, size);
    return false;
  }
  memcpy(to, rest_.data(), size);
  rest_.remove_prefix(size);
  return true;
}

uint8_t Reader::u8() {
  uint8_t value;
  take(&value, sizeof value);
  return value;
}

uint32_t Reader::u32() {
  uint32_t value;
  take(&value, sizeof value);
  return value;
}

uint64_t Reader::number() {
  double value;
  take(&value, sizeof value);
  // The comparison also refuses NaN.
  if (!(value >= 0 && value <= 9007199254740992.0)) {
    ok_ = false;
    return 0;
  }
  return static_cast<uint64_t>(value);
}

std::string_view Reader::bytes() {
  uint32_t size = u32();
  if (!ok_ || rest_.size() < size) {
    ok_ = false;
    return {};
  }
  std::string_view value = rest_.substr(0, size);
  rest_.remove_prefix(size);
  return value;
}

std::string Reader::text() { return std::string(bytes()); }

Writer::Writer(uint32_t id, Answer kind) : bytes_(4, '\0') {
  u32(id);
  u8(static_cast<uint8_t>(kind));
}

void Writer::u32(uint32_t value) { bytes_.append(reinterpret_cast<const char*>(&value), sizeof value); }
void Writer::number(double value) { bytes_.append(reinterpret_cast<const char*>(&value), sizeof value); }

void Writer::text(std::string_view value) {
  u32(static_cast<uint32_t>(value.size()));
  bytes_.append(value);
}

std::string Writer::finish() {
  uint32_t size = static_cast<uint32_t>(bytes_.size() - 4);
  memcpy(bytes_.data(), &size, sizeof size);
  return std::move(bytes_);
}

namespace {

// A count from outside sizes nothing by itself: each item must still be there to be read.
template <typename Item, typename Read>
std::vector<Item> list(Reader& reader, Read read) {
  std::vector<Item> items;
  for (uint32_t left = reader.u32(); left > 0 && reader.ok(); left--) items.push_back(read());
  return items;
}

Fd memory_file(std::string_view bytes) {
  Fd file(memfd_create("content", MFD_CLOEXEC));
  if (file) fchmod(file.get(), 0400);  // it is born executable
  while (file && !bytes.empty()) {
    ssize_t wrote = write(file.get(), bytes.data(), bytes.size());
    if (wrote <= 0) return Fd();
    bytes.remove_prefix(static_cast<size_t>(wrote));
  }
  return file;
}

Content content(Reader& reader) {
  Content value;
  value.inlined = reader.u8() != 0;
  std::string_view bytes = reader.bytes();
  if (!value.inlined) {
    value.path = bytes;
  } else if (!bytes.empty()) {
    value.bytes = memory_file(bytes);
  }
  return value;
}

}  // namespace

std::optional<Request> read_request(Reader& reader, uint32_t id) {
  Request request;
  request.id = id;
  request.profile = reader.u8() == 0 ? Profile::program : Profile::toolchain;
  request.express = reader.u8() != 0;
  request.program = reader.text();
  request.args = list<std::string>(reader, [&] { return reader.text(); });
  request.env = list<std::string>(reader, [&] { return reader.text(); });
  request.input = content(reader);
  request.files = list<NamedContent>(reader, [&] {
    std::string name = reader.text();
    return NamedContent{std::move(name), content(reader)};
  });
  request.read_only = list<std::string>(reader, [&] { return reader.text(); });
  request.collect_name = reader.text();
  request.collect_to = reader.text();
  request.give_back = list<std::string>(reader, [&] { return reader.text(); });
  request.spill_to = reader.text();
  Limits& limits = request.limits;
  limits.cpu_ns = reader.number();
  limits.wall_ns = reader.number();
  limits.memory = reader.number();
  limits.output = reader.number();
  limits.processes = reader.number();
  limits.file_size = reader.number();
  limits.stack = reader.number();
  if (!reader.ok() || !reader.at_end()) return std::nullopt;
  return request;
}

}  // namespace minos
