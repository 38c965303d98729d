int main() { [31mred[0m  ‮ return 0; }
