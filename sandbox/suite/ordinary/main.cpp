#include <iostream>
#include <vector>
int main() {
  int count;
  std::cin >> count;
  std::vector<long> numbers(count);
  long sum = 0;
  for (long& number : numbers) std::cin >> number, sum += number;
  std::cout << sum << "\n";
}
