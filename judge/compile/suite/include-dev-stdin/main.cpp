#include "/dev/stdin"
int main() { return undeclared; }
