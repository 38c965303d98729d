// What programs use beside that which include iostream. Linked, never run.
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

template <typename Number>
static void use_number() {
  Number number;
  std::cin >> number;
  std::cout << number << ' ' << &number << '\n';
}

static void use_streams(const char* name) {
  std::ios::sync_with_stdio(false);
  std::ios_base::sync_with_stdio(false);
  std::cin.tie(nullptr);
  std::cout.tie(nullptr);
  use_number<int>();
  use_number<unsigned>();
  use_number<long>();
  use_number<unsigned long>();
  use_number<long long>();
  use_number<unsigned long long>();
  use_number<short>();
  use_number<float>();
  use_number<double>();
  use_number<long double>();
  use_number<bool>();
  use_number<char>();
  std::string text;
  while (std::getline(std::cin, text) && std::getline(std::cin, text, ',') && std::cin >> text) std::cout << text;
  std::cin.ignore(100, '\n');
  std::cin.get(text[0]);
  std::cin.peek();
  std::cin.clear();
  std::ifstream in(name);
  std::ofstream out(name);
  in >> text;
  out << text;
  std::stringstream both(text);
  std::istringstream from(text);
  std::ostringstream to;
  from >> text;
  both << text;
  to << std::setprecision(10) << std::fixed << std::setw(8) << std::setfill('0') << 1.5 << std::hex << 5;
  std::cout << to.str() << both.str() << std::boolalpha << std::endl << std::flush;
  std::cout.put('x').write(text.data(), 1).flush();
  std::cout.precision(3);
  std::cerr << text << std::endl;
  std::clog << text;
}

int main(int count, char** words) {
  if (count > 1) use_streams(words[1]);
  std::cout << count << std::endl;
}
