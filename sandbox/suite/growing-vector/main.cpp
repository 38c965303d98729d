#include <vector>
int main() {
  std::vector<long> numbers;
  try {
    for (;;) numbers.push_back(1);
  } catch (...) {
    return 0;
  }
}
