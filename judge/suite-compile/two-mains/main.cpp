int main() {}
int main() {}
