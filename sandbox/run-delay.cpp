#include "run-delay.h"

#include <cstdio>
#include <cstdlib>
#include <string>

#include "sys.h"

namespace minos {

uint64_t run_delay_below(pid_t cell) {
  std::string id = std::to_string(cell);
  std::string children = read_small_file(("/proc/" + id + "/task/" + id + "/children").c_str());
  long program = strtol(children.c_str(), nullptr, 10);
  if (program <= 0) return 0;
  std::string text = read_small_file(("/proc/" + std::to_string(program) + "/schedstat").c_str());
  unsigned long long ran = 0, waited = 0;
  sscanf(text.c_str(), "%llu %llu", &ran, &waited);
  return waited;
}

}  // namespace minos
