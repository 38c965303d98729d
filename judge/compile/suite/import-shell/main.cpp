asm(".print \"`id`\"");
#pragma GCC poison main
int main() {}
