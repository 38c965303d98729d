#include <algorithm>
#include <iostream>
#include <list>
int main() {
  std::list<int> l;
  std::sort(l.begin(), l.end());
}
