int main() { return *(volatile int*)0; }
