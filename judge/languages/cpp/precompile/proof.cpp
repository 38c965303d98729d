// A contestant's program in small, compiled with and without a precompiled header to see that both give the same. It
// comes behind the includes of that header and uses what they brought, as contestants do, with own overloads,
// operators and functions that call each other.

struct Point {
  int x, y;
  friend bool operator<(const Point& a, const Point& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; }
  friend bool operator==(const Point& a, const Point& b) { return a.x == b.x && a.y == b.y; }
  friend void swap(Point& a, Point& b) {
    Point kept = a;
    a = b;
    b = kept;
  }
};

int depth_of_even(int n);
int depth_of_odd(int n) { return n > 0 ? depth_of_even(n - 1) + 1 : 0; }
int depth_of_even(int n) { return n > 1 ? depth_of_odd(n - 2) + depth_of_odd(n / 2) : 1; }

#ifdef _GLIBCXX_CMATH
double length(double x, double y) { return std::sqrt(x * x + y * y) + std::pow(x, 3) + std::floor(y) + std::abs(x); }
#endif

#ifdef _GLIBCXX_ALGORITHM
long long spread(Point* first, int count) {
  std::reverse(first, first + count);
  std::swap(first[0], first[count - 1]);
  return std::max<long long>(std::count(first, first + count, Point{2, 1}), first[0].x);
}
#endif

#ifdef _GLIBCXX_VECTOR
std::vector<int> numbers;

long long walk(int count) {
  for (int i = 0; i < count; i++) numbers.push_back(i);
  long long sum = numbers.size();
  for (int number : numbers) sum += number;
  return sum;
}
#endif

#ifdef _GLIBCXX_MAP
int tally(int n) {
  std::map<int, int> counts;
  for (int i = 0; i < n; i++) counts[i % 7] += i;
  return counts.begin()->second;
}
#endif

#ifdef _GLIBCXX_STRING
std::string text;

size_t add(int count) {
  text.assign(count, '1');
  text += text.substr(1) + "x";
  return text.size();
}
#endif

#ifdef _GLIBCXX_IOSTREAM
std::ostream& operator<<(std::ostream& out, const Point& point) { return out << point.x << ' ' << point.y; }
#endif

#ifdef _GLIBCXX_SSTREAM
#ifdef _GLIBCXX_UNORDERED_MAP
size_t at;

long long sum();
long long factor() {
  if (text[at] == '(') {
    at++;
    long long value = sum();
    at++;
    text += "(" + std::to_string(value) + ")";
    return value;
  }
  long long value = 0;
  while (at < text.size() && text[at] >= '0' && text[at] <= '9') value = value * 10 + (text[at++] - '0');
  return value;
}
long long product() {
  long long value = factor();
  while (at < text.size() && text[at] == '*') at++, value *= factor();
  return value;
}
long long sum() {
  long long value = product();
  while (at < text.size() && text[at] == '+') at++, value += product();
  return value + std::stoi(text.substr(at) + "1");
}

long long shortest(int n) {
  std::priority_queue<std::pair<long long, int>, std::vector<std::pair<long long, int>>, std::greater<>> queue;
  queue.push({0, n});
  long long total = 0;
  while (!queue.empty() && total < 1000) {
    auto [cost, node] = queue.top();
    queue.pop();
    total += cost;
    queue.emplace(cost + node, node + 1);
  }
  return total;
}

struct Leaf {
  std::shared_ptr<Leaf> left, right;
};

int height(const std::shared_ptr<Leaf>& leaf) { return leaf ? 1 + std::max(height(leaf->left), height(leaf->right)) : 0; }

void use_many() {
  std::unordered_map<std::string, int> words;
  std::sort(numbers.begin(), numbers.end(), [](int a, int b) { return a % 7 < b % 7; });
  std::stringstream line(text);
  for (std::string word; line >> word;) words[word]++;
  std::function<int(int)> twice = [&](int n) { return n > 0 ? 2 + twice(n - 1) : height(std::make_shared<Leaf>()); };
  std::cout << std::fixed << std::setprecision(3) << twice(3) << std::endl;
  std::cout << std::to_string(1.5) << words.size();
}
#endif
#endif

int main(int count, char**) {
  long long result = depth_of_even(count);
  Point points[3] = {{3, 4}, {count, 2}, {1, 2}};
  swap(points[0], points[1]);
#ifdef _GLIBCXX_CMATH
  result += (long long)length(count, 2.5);
#endif
#ifdef _GLIBCXX_ALGORITHM
  result += spread(points, 3);
#endif
#ifdef _GLIBCXX_VECTOR
  result += walk(count);
#endif
#ifdef _GLIBCXX_MAP
  result += tally(count);
#endif
#ifdef _GLIBCXX_STRING
  result += add(count);
#endif
#ifdef _GLIBCXX_IOSTREAM
  std::ios::sync_with_stdio(false);
  for (int n; std::cin >> n;) result += n;
  std::cout << points[1] << "\n" << result << std::endl;
#endif
#ifdef _GLIBCXX_SSTREAM
#ifdef _GLIBCXX_UNORDERED_MAP
  use_many();
  result += sum() + shortest(count);
#endif
#endif
  return result + points[0].x > 0;
}
