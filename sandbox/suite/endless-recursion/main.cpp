__attribute__((noinline)) int down(volatile int* above) {
  volatile int here[256];
  here[0] = *above + 1;
  return down(here) + here[0];
}
int main() {
  volatile int zero = 0;
  return down(&zero);
}
