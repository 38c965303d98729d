#include "/dev/random"
int main() {}
