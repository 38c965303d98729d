asm(".incbin \"/dev/zero\"");
int main() {}
