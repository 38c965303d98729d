#include <stdio.h>
int main() { printf("%d\n", getchar()); }
