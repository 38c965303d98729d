/** What contestants write: an algorithm each, as it stands in thousands of solutions. */
import { type Fragment, fragment } from './assemble.ts';

export const contestFragments: readonly Fragment[] = [
  fragment(
    'vector',
    'struct SegmentTree {\n  int size;\n  std::vector<long long> sums;\n  explicit SegmentTree(int n) : size(1) { while (size < n) size *= 2; sums.assign(2 * size, 0); }\n  void add(int i, long long by) { for (i += size; i > 0; i /= 2) sums[i] += by; }\n  long long sum(int l, int r) const { long long s = 0; for (l += size, r += size; l < r; l /= 2, r /= 2) { if (l & 1) s += sums[l++]; if (r & 1) s += sums[--r]; } return s; }\n};\n',
    'SegmentTree tree(n + 10); tree.add(n, 3); total += tree.sum(0, n + 1);',
  ),
  fragment(
    'vector algorithm',
    'template <class T, class Join> struct LazyTree {\n  std::vector<T> tree, lazy;\n  Join join;\n  int n;\n  LazyTree(int n, Join join) : tree(4 * n), lazy(4 * n), join(join), n(n) {}\n  void update(int v, int l, int r, int a, int b, T x) {\n    if (a >= r || b <= l) return;\n    if (a <= l && r <= b) { tree[v] += x; lazy[v] += x; return; }\n    int m = (l + r) / 2;\n    update(2 * v, l, m, a, b, x), update(2 * v + 1, m, r, a, b, x);\n    tree[v] = join(tree[2 * v], tree[2 * v + 1]) + lazy[v];\n  }\n};\n',
    'LazyTree<TYPE, TYPE (*)(TYPE, TYPE)> tree(8, [](TYPE a, TYPE b) { return std::max(a, b); }); tree.update(1, 0, 8, 2, 5, 3); total += tree.tree[1];',
  ),
  fragment(
    'vector queue',
    'std::vector<long long> dijkstra(const std::vector<std::vector<std::pair<int, int>>>& graph, int start) {\n  std::vector<long long> best(graph.size(), 1e18);\n  std::priority_queue<std::pair<long long, int>, std::vector<std::pair<long long, int>>, std::greater<std::pair<long long, int>>> heap;\n  heap.push({best[start] = 0, start});\n  while (!heap.empty()) {\n    auto [d, v] = heap.top();\n    heap.pop();\n    if (d != best[v]) continue;\n    for (auto [to, w] : graph[v]) if (d + w < best[to]) heap.emplace(best[to] = d + w, to);\n  }\n  return best;\n}\n',
    'std::vector<std::vector<std::pair<int, int>>> graph(n + 2); graph[0].emplace_back(1, 5); graph[1].push_back({0, 2}); total += dijkstra(graph, 0)[1];',
  ),
  fragment(
    'vector numeric',
    'struct DSU {\n  std::vector<int> p;\n  DSU(int n) : p(n) { std::iota(p.begin(), p.end(), 0); }\n  int root(int x) { return p[x] == x ? x : p[x] = root(p[x]); }\n  bool join(int a, int b) { a = root(a), b = root(b); return a == b ? false : (p[a] = b, true); }\n};\n',
    'DSU dsu(n + 5); total += dsu.join(1, 2) + dsu.join(2, 1);',
  ),
  fragment(
    'sstream string vector',
    'std::vector<std::string> split(const std::string& text, char by) {\n  std::vector<std::string> parts;\n  std::stringstream stream(text);\n  std::string part;\n  while (std::getline(stream, part, by)) parts.push_back(part);\n  return parts;\n}\n',
    "for (const auto& part : split(\"1,2,30\", ',')) total += std::stoi(part); std::ostringstream out; out << n << ' ' << 2.5; total += out.str().size();",
  ),
  fragment(
    'string algorithm',
    'bool is_palindrome(std::string s) { std::string t(s.rbegin(), s.rend()); return s == t; }\nstd::string add_strings(std::string a, std::string b) {\n  if (a.size() < b.size()) swap(a, b);\n  int carry = 0;\n  for (int i = 0; i < (int)a.size() || carry; i++) { if (i == (int)a.size()) a = "0" + a; }\n  return a + b;\n}\n',
    'std::string s = std::to_string(n * 11); total += is_palindrome(s) + std::stoll(s) + std::stod("2.5"); s.erase(std::remove(s.begin(), s.end(), 49), s.end()); s.insert(0, "ab").replace(0, 1, "xy"); total += s.find("y") + s.substr(1).size(); std::transform(s.begin(), s.end(), s.begin(), ::toupper);',
  ),
  fragment(
    'regex string',
    '',
    'std::regex number("([0-9]+)-([a-z]+)"); std::string text = "12-ab 3-c"; for (std::sregex_iterator at(text.begin(), text.end(), number), end; at != end; ++at) total += std::stoi((*at)[1]);',
  ),
  fragment(
    'map vector string',
    '',
    'std::map<std::string, std::vector<int>> places; std::string word; for (int i = 0; i < 3 && std::cin >> word; i++) places[word].push_back(i); for (const auto& [key, list] : places) { std::cout << key << ":"; for (int x : list) std::cout << " " << x; std::cout << std::endl; }',
  ),
  fragment(
    'set utility',
    '',
    'auto closer = [](const std::pair<int, int>& a, const std::pair<int, int>& b) { return a.second != b.second ? a.second < b.second : a.first < b.first; }; std::set<std::pair<int, int>, decltype(closer)> open(closer); open.insert({1, n}); open.emplace(2, 3); auto at = open.lower_bound({0, 2}); if (at != open.end()) total += at->first; std::multiset<TYPE> many{1, 2}; many.erase(many.find(1));',
  ),
  fragment(
    'bitset',
    'std::bitset<1024> reachable;\n',
    'reachable[0] = 1; reachable |= reachable << n; total += reachable.count() + std::bitset<8>(n).to_string().size();',
  ),
  fragment(
    'cstring algorithm',
    'const int MOD = 1e9 + 7, LIMIT = 1005;\nlong long dp[LIMIT][LIMIT];\nint memo[LIMIT];\nlong long ways(int a, int b) { if (a == 0 || b == 0) return 1; long long& best = dp[a][b]; if (best) return best; return best = (ways(a - 1, b) + ways(a, b - 1)) % MOD; }\n',
    'memset(memo, -1, sizeof memo); std::fill(memo, memo + LIMIT, 0); total += ways(n % LIMIT, 7);',
  ),
  fragment(
    'array vector',
    'const long long PRIME = 998244353;\nusing Matrix = std::array<std::array<long long, 2>, 2>;\nMatrix operator*(const Matrix& a, const Matrix& b) { Matrix c{}; for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) for (int k = 0; k < 2; k++) c[i][j] = (c[i][j] + a[i][k] * b[k][j]) % PRIME; return c; }\nMatrix power(Matrix a, long long e) { Matrix r{{{1, 0}, {0, 1}}}; for (; e; e /= 2, a = a * a) if (e & 1) r = r * a; return r; }\n',
    'total += power(Matrix{{{1, 1}, {1, 0}}}, n)[0][1];',
  ),
  fragment(
    'unordered_map chrono',
    'struct SafeHash {\n  static unsigned long long mix(unsigned long long x) { x += 0x9e3779b97f4a7c15; x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9; return x ^ (x >> 31); }\n  std::size_t operator()(unsigned long long x) const { static const unsigned long long seed = std::chrono::steady_clock::now().time_since_epoch().count(); return mix(x + seed); }\n};\n',
    'std::unordered_map<long long, int, SafeHash> counts; counts[n]++; counts.reserve(100); for (auto& p : counts) total += p.second;',
  ),
  fragment(
    'functional vector',
    '',
    'std::vector<std::vector<int>> tree(n + 2); tree[0].push_back(1); std::function<int(int, int)> dfs = [&](int v, int parent) { int size = 1; for (int to : tree[v]) if (to != parent) size += dfs(to, v); return size; }; total += dfs(0, -1);',
  ),
  fragment(
    'random algorithm vector',
    'std::mt19937 generator(12345);\n',
    'std::vector<TYPE> list(n + 3); std::shuffle(list.begin(), list.end(), generator); total += std::uniform_int_distribution<int>(1, 6)(generator) + generator() % 2; std::normal_distribution<double> normal(0, 1); total += normal(generator);',
  ),
  fragment(
    'iomanip',
    '',
    "std::cout << std::fixed << std::setprecision(9) << n / 3.0 << std::setw(5) << std::setfill('0') << n << std::hex << n << std::boolalpha << true << '\\n';",
  ),
  fragment(
    'chrono',
    '',
    'auto begin_time = std::chrono::high_resolution_clock::now(); auto elapsed = std::chrono::high_resolution_clock::now() - begin_time; total += std::chrono::duration_cast<std::chrono::milliseconds>(elapsed).count() + std::chrono::duration<double>(elapsed).count();',
  ),
  fragment(
    'filesystem string',
    '',
    'std::filesystem::path file = "dir"; file /= std::to_string(n) + ".txt"; total += file.extension().string().size() + file.stem().native().size() + (file == "x") + std::hash<std::string>()(file.u8string().empty() ? "" : file.string()) % 2; for (const auto& part : file) total += part.string().size();',
  ),
  fragment(
    'thread future mutex vector',
    'std::mutex guard;\nlong long shared_sum = 0;\nint background(int x) { std::lock_guard<std::mutex> lock(guard); shared_sum += x; return x; }\n',
    'std::future<int> answer = std::async(std::launch::deferred, background, n); total += answer.get(); std::promise<void> done; done.set_value(); std::packaged_task<int(int)> task(background); std::thread worker(std::move(task), 1); worker.join();',
  ),
  fragment(
    'ext/pb_ds/assoc_container.hpp ext/pb_ds/tree_policy.hpp functional',
    'template <class T> using ordered_set = __gnu_pbds::tree<T, __gnu_pbds::null_type, std::less<T>, __gnu_pbds::rb_tree_tag, __gnu_pbds::tree_order_statistics_node_update>;\n',
    'ordered_set<int> ranks; ranks.insert(n); ranks.insert(3); total += ranks.order_of_key(3) + *ranks.find_by_order(0);',
  ),
  fragment(
    'memory string',
    'struct Node { int key; std::shared_ptr<Node> left, right; std::weak_ptr<Node> parent; explicit Node(int key) : key(key) {} };\nvoid insert(std::shared_ptr<Node>& at, int key) { if (!at) at = std::make_shared<Node>(key); else insert(key < at->key ? at->left : at->right, key); }\n',
    'std::shared_ptr<Node> root; for (int i = 0; i < 5; i++) insert(root, i * n % 7); total += root->key + root.use_count();',
  ),
  fragment(
    'memory cstdlib',
    'struct Treap { int key, priority; Treap *l = nullptr, *r = nullptr; Treap(int k) : key(k), priority(rand()) {} };\nusing Split = std::pair<Treap*, Treap*>;\nSplit cut(Treap* t, int key) { if (!t) return {nullptr, nullptr}; if (t->key < key) { auto [a, b] = cut(t->r, key); t->r = a; return {t, b}; } auto [a, b] = cut(t->l, key); t->l = b; return {a, t}; }\n',
    'Treap* treap = new Treap(n); auto [low, high] = cut(treap, 3); total += (low != nullptr) + (high != nullptr);',
  ),
  fragment(
    'vector string',
    'std::vector<int> prefix_function(const std::string& s) { std::vector<int> p(s.size()); for (int i = 1; i < (int)s.size(); i++) { int j = p[i - 1]; while (j && s[i] != s[j]) j = p[j - 1]; p[i] = j + (s[i] == s[j]); } return p; }\n',
    'total += prefix_function("abab" + std::to_string(n)).back();',
  ),
  fragment(
    'cstdio',
    'inline int read_int() { int x = 0, c = getchar(); while (c != EOF && (c < 48 || c > 57)) c = getchar(); for (; c >= 48 && c <= 57; c = getchar()) x = x * 10 + c - 48; return x; }\n',
    'total += read_int(); printf("%d %.3f %s\\n", n, n / 2.0, "text"); char line[20]; if (scanf("%19s", line) == 1) total++;',
  ),
  fragment(
    'algorithm vector tuple',
    'struct Edge { int a, b, w; bool operator<(const Edge& other) const { return std::tie(w, a) < std::tie(other.w, other.a); } };\n',
    'std::vector<Edge> edges(n); for (auto& [a, b, w] : edges) { if (!(std::cin >> a >> b >> w)) break; } std::sort(edges.begin(), edges.end()); std::stable_sort(edges.begin(), edges.end(), [](const Edge& x, const Edge& y) { return x.a > y.a; }); total += std::unique(edges.begin(), edges.end(), [](auto& x, auto& y) { return x.w == y.w; }) - edges.begin();',
  ),
  fragment(
    'algorithm vector numeric',
    '',
    'std::vector<long long> list(n + 3); std::iota(list.begin(), list.end(), -1); do total += list[0]; while (std::next_permutation(list.begin(), list.begin() + 3)); total += std::accumulate(list.begin(), list.end(), 0LL) + *std::max_element(list.begin(), list.end()) + (std::lower_bound(list.begin(), list.end(), n) - list.begin()) + std::count_if(list.begin(), list.end(), [](long long x) { return x % 2; }) + std::gcd(n, 12); std::nth_element(list.begin(), list.begin() + 1, list.end()); std::rotate(list.begin(), list.begin() + 1, list.end());',
  ),
  fragment(
    'queue deque stack vector',
    'const int dx[] = {0, 1, 0, -1}, dy[] = {1, 0, -1, 0};\nint walk(const std::vector<std::string>& field) { std::queue<std::pair<int, int>> todo; std::vector<std::vector<int>> seen(field.size(), std::vector<int>(field[0].size(), -1)); todo.push({0, 0}); seen[0][0] = 0; while (!todo.empty()) { auto [x, y] = todo.front(); todo.pop(); for (int k = 0; k < 4; k++) { int a = x + dx[k], b = y + dy[k]; if (a < 0 || b < 0 || a >= (int)field.size() || b >= (int)field[0].size() || field[a][b] == 35 || seen[a][b] >= 0) continue; seen[a][b] = seen[x][y] + 1; todo.emplace(a, b); } } return seen.back().back(); }\n',
    'total += walk({"..#", "...", "#.."}); std::deque<TYPE> window; window.push_front(1); std::stack<int> calls; calls.push(n); total += calls.top() + window.back();',
  ),
  fragment(
    'vector',
    'template <long long M> struct Modular { long long x; Modular(long long x = 0) : x((x % M + M) % M) {} Modular operator+(Modular o) const { return x + o.x; } Modular operator*(Modular o) const { return x * o.x; } Modular& operator+=(Modular o) { return *this = *this + o; } friend std::ostream& operator<<(std::ostream& out, Modular m) { return out << m.x; } friend std::istream& operator>>(std::istream& in, Modular& m) { long long x; in >> x; m = x; return in; } };\n',
    'Modular<1000000007> product = 1; for (int i = 1; i <= n; i++) product = product * i; product += 3; std::cout << product; std::cin >> product;',
  ),
  fragment(
    'string',
    'struct Trie { Trie* next[26] = {}; bool end = false; void add(const std::string& word) { Trie* at = this; for (char c : word) { auto& to = at->next[c - 97]; if (!to) to = new Trie; at = to; } at->end = true; } };\n',
    'Trie trie; trie.add("abc"); total += trie.next[0] != nullptr;',
  ),
  fragment(
    'vector complex cmath',
    'using Complex = std::complex<double>;\nvoid fft(std::vector<Complex>& a, bool back) { int n = a.size(); if (n == 1) return; std::vector<Complex> even(n / 2), odd(n / 2); for (int i = 0; i < n / 2; i++) even[i] = a[2 * i], odd[i] = a[2 * i + 1]; fft(even, back), fft(odd, back); for (int i = 0; i < n / 2; i++) { Complex w = std::polar(1.0, 2 * std::acos(-1.0) * i / n * (back ? -1 : 1)) * odd[i]; a[i] = even[i] + w, a[i + n / 2] = even[i] - w; } }\n',
    'std::vector<Complex> wave(8, n); fft(wave, false); total += std::abs(wave[0]) + std::sqrt(n) + std::hypot(n, 3.0) + std::round(2.5);',
  ),
  fragment(
    'list unordered_set string',
    '',
    'std::list<std::string> names{"b", "a"}; names.sort(); names.push_front(std::to_string(n)); std::unordered_set<std::string> seen(names.begin(), names.end()); total += seen.count("a") + names.size();',
  ),
];
