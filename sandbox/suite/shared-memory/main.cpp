#include <errno.h>
#include <stdio.h>
#include <initializer_list>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>
int main() {
  void* room = mmap(nullptr, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  printf("shared %d\n", room == MAP_FAILED ? -1 : 0);
  room = mmap(nullptr, 2ul << 30, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  printf("shared big %d\n", room == MAP_FAILED ? -1 : 0);
  for (int kind : {0, MAP_STACK, MAP_NORESERVE}) {
    room = mmap(nullptr, 2 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB | kind, -1, 0);
    // Not ENOMEM: that would only say that this machine has none.
    printf("huge %d\n", room == MAP_FAILED && errno == ENOSYS ? -1 : 0);
  }
  room = mmap(nullptr, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (int advice : {12, 20, 21}) printf("advice %d\n", madvise(room, 1 << 20, advice) == -1 && errno == ENOSYS ? -1 : 0);
  printf("given back %d\n", madvise(room, 1 << 20, MADV_DONTNEED));
  printf("shmget %d\n", shmget(IPC_PRIVATE, 1 << 20, IPC_CREAT | 0600));
  printf("memfd %ld\n", syscall(SYS_memfd_create, "x", 0));
  printf("memfd_secret %ld\n", syscall(447, 0));
}
