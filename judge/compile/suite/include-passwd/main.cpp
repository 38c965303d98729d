#include "/etc/passwd"
int main() {}
