#include <cstdio>
static int main() { return printf("42"); }
