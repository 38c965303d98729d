// The kernel's answer is "permission denied", as it is for a program that was handed over without its x bit.
asm(".section .interp,\"a\"\n.string \"/\"\n.text\n");
int main() {}
