constexpr int forever() {
  int steps = 0;
  while (true) ++steps;
  return steps;
}
constexpr int never = forever();
int main() { return never; }
