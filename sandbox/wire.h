// The framed messages between Node and the supervisor. judge/sandbox/sandbox.ts holds the other end and the same
// order of fields: u32 length, then u32 run id, u8 kind, fields. Numbers are f64: Node reads them without
// BigInt and they are exact up to 2^53.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "facts.h"

namespace minos {

enum class Ask : uint8_t { run = 1, cancel = 2 };
enum class Answer : uint8_t { hello = 0, facts = 1, fault = 2 };

// A larger frame can only be a broken client; inline contents are meant for small things.
constexpr uint32_t kMaxFrame = 64u << 20;

class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}
  uint8_t u8();
  uint32_t u32();
  uint64_t number();
  std::string text();
  std::string_view bytes();
  bool ok() const { return ok_; }
  bool at_end() const { return rest_.empty(); }

 private:
  bool take(void* to, size_t size);
  std::string_view rest_;
  bool ok_ = true;
};

class Writer {
 public:
  Writer(uint32_t id, Answer kind);
  void u8(uint8_t value) { bytes_.push_back(static_cast<char>(value)); }
  void u32(uint32_t value);
  void number(double value);
  void text(std::string_view value);
  std::string finish();  // with its length in front

 private:
  std::string bytes_;
};

// Nothing: the frame does not follow the format.
std::optional<Request> read_request(Reader& reader, uint32_t id);

}  // namespace minos
