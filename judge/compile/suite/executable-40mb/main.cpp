int numbers[10'000'000] = {1};
int main() { return numbers[5]; }
