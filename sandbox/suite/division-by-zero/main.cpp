int main(int argc, char**) {
  volatile int zero = argc - 1;
  volatile int result = 5 / zero;
  return result;
}
