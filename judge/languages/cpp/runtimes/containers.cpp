// What programs use beside that which include containers and algorithms. Linked, never run.
#include <algorithm>
#include <array>
#include <bitset>
#include <chrono>
#include <cstdio>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <queue>
#include <random>
#include <set>
#include <stack>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

static void use_strings(std::string text) {
  std::string other = text + "x" + std::to_string(text.size()) + std::to_string(1.5);
  other += text;
  other += 'y';
  other.push_back('z');
  other.append(3, 'a').insert(0, text).erase(1, 2).replace(0, 1, "bc").resize(50);
  other.reserve(100);
  other = other.substr(2) + text.at(0);
  other.assign(text.c_str());
  std::getchar();
  if (other < text || other == "x" || other.find(text) != std::string::npos || other.find('x') || other.rfind('x'))
    std::printf("%d %f", std::stoi(other) + static_cast<int>(std::stoll(text)), std::stod(other));
  if (other.compare(text) > 0 || other.find_first_of("ab") > 2) std::swap(text, other);
}

static void use_containers(int n) {
  std::vector<int> numbers(static_cast<size_t>(n));
  numbers.push_back(numbers.at(3));
  std::vector<bool> flags(static_cast<size_t>(n));
  std::sort(numbers.begin(), numbers.end(), std::greater<int>());
  std::stable_sort(numbers.begin(), numbers.end());
  std::map<std::string, int> names;
  names["a"] = names.at("b");
  names.erase("c");
  std::set<int> sorted(numbers.begin(), numbers.end());
  sorted.erase(n);
  std::multiset<long long> many(numbers.begin(), numbers.end());
  for (auto at = many.rbegin(); at != many.rend(); ++at) sorted.insert(static_cast<int>(*at));
  std::unordered_map<std::string, int> hashed{{"a", n}};
  std::unordered_set<int> seen(numbers.begin(), numbers.end());
  seen.insert(hashed["b"]);
  std::deque<int> line(numbers.begin(), numbers.end());
  line.push_front(n);
  std::list<int> chain(numbers.begin(), numbers.end());
  chain.sort();
  std::queue<int> queue;
  std::priority_queue<int> heap;
  queue.push(n);
  heap.push(n);
  std::stack<int> stack;
  stack.push(n);
  std::bitset<100> bits(static_cast<unsigned long>(n));
  std::function<int(int)> twice = [&](int x) { return 2 * x + stack.top(); };
  auto shared = std::make_shared<int>(twice(heap.top()));
  std::mt19937 random(static_cast<unsigned>(std::chrono::steady_clock::now().time_since_epoch().count()));
  std::shuffle(numbers.begin(), numbers.end(), random);
  std::printf("%d %zu %s", *shared + queue.front(), bits.count() + flags.size(), bits.to_string().c_str());
}

int main(int count, char** words) {
  try {
    if (count > 1) use_strings(words[1]);
    if (count > 1) use_containers(count);
    std::vector<int> numbers(1);
    numbers.at(static_cast<size_t>(count)) = 1;
  } catch (const std::out_of_range&) {
    std::printf("%d\n", 1);
  }
}
