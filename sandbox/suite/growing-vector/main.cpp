#include <vector>
// A page at a time: number by number, without the optimiser, a slow core's time would be up before the memory is.
struct Page {
  long numbers[512];
};
int main() {
  std::vector<Page> pages;
  try {
    for (;;) pages.push_back(Page{{1}});
  } catch (...) {
    return 0;
  }
}
