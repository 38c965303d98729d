#include <alloca.h>
#include <string.h>
int main() {
  char* room = (char*)alloca(1000000000);
  memset(room, 1, 1000000000);
  return room[5];
}
