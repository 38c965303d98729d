// What an epoll event is about, packed in its 64 bits.
#pragma once
#include <cstdint>

namespace minos {

enum class EventKind : uint32_t { input, output, cell, program_output, program_error };

// `place`: of a cell, in its slot.
constexpr uint64_t event_key(EventKind kind, unsigned slot = 0, unsigned place = 0) {
  return static_cast<uint64_t>(kind) << 32 | place << 24 | slot;
}
constexpr EventKind kind_of(uint64_t key) { return static_cast<EventKind>(key >> 32); }
constexpr unsigned slot_of(uint64_t key) { return key & 0xffffff; }
constexpr unsigned place_of(uint64_t key) { return key >> 24 & 0xff; }

}  // namespace minos
