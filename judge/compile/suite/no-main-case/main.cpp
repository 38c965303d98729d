#include <iostream>
int Main() { std::cout << 42; }
