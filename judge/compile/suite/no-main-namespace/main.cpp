#include <cstdio>
namespace mine {
int main() { return printf("42"); }
}  // namespace mine
