char bytes[512 << 20] = {1};
int main() { return bytes[5]; }
