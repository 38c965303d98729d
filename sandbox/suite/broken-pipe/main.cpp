#include <unistd.h>
int main() {
  int ends[2];
  if (pipe(ends) < 0) return 1;
  close(ends[0]);
  write(ends[1], "x", 1);
  return 77;
}
