#include "/proc/self/environ"
#include "/proc/1/cmdline"
int main() {}
