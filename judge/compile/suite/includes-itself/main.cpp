#include "main.cpp"
int main() {}
