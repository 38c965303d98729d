#include <stdio.h>
int main() { for (;;) puts("flood flood flood flood flood flood flood flood"); }
