int numbers[1 << 29] = {1};
int main() { return numbers[5]; }
