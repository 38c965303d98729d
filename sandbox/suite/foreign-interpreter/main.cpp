// The linker makes a PT_INTERP of this section, and the kernel looks for the file before the program starts.
asm(".section .interp,\"a\"\n.string \"/nowhere/interpreter\"\n.text\n");
int main() {}
