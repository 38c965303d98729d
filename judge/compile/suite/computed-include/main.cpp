#define PATH "/etc/passwd"
#include PATH
int main() {}
