#include <stdio.h>
#include <vector>
int main() {
  std::vector<int> numbers(10'000'000'000ull);
  printf("%zu\n", numbers.size());
}
