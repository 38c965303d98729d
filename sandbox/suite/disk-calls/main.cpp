// The input is a real file of the judge's: nothing may be done to it that waits for the disk or makes others wait.
#include <initializer_list>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
#ifndef SYS_sync_file_range
#define SYS_sync_file_range SYS_sync_file_range2
#endif
void tell(const char* what, long result) {
  if (result >= 0 || (errno != ENOSYS && errno != EINVAL)) printf("%s %ld %s\n", what, result, strerrorname_np(errno));
}
int main() {
  char* page = (char*)mmap(nullptr, 4096, PROT_READ, MAP_SHARED, 0, 0);
  for (int fd : {0, 1, 2}) {
    tell("fsync", fsync(fd));
    tell("fdatasync", fdatasync(fd));
    tell("syncfs", syncfs(fd));
    tell("sync_file_range", syscall(SYS_sync_file_range, fd, 0l, 0l, 7));
    tell("readahead", readahead(fd, 0, 4096));
    tell("fadvise", syscall(SYS_fadvise64, fd, 0, 0, POSIX_FADV_DONTNEED));
    tell("direct", fcntl(fd, F_SETFL, O_DIRECT));
    tell("signals", fcntl(fd, F_SETFL, O_ASYNC));
    char byte;
    iovec part{&byte, 1};
    tell("read at once", syscall(SYS_preadv2, fd, &part, 1, 0, 0, 8));
    tell("write through", syscall(SYS_pwritev2, fd, &part, 1, -1, 0, 2));
  }
  tell("sync", syscall(SYS_sync));
  tell("msync", msync(page, 4096, MS_SYNC));
  tell("page out", madvise(page, 4096, 21));
  tell("cold", madvise(page, 4096, 20));
  tell("residency", mincore(page, 4096, (unsigned char*)&errno));
  tell("open", open("/x", O_RDONLY | O_DIRECT));
#ifdef SYS_open
  tell("open", syscall(SYS_open, "/x", O_RDONLY | O_DIRECT));
#endif
  puts("done");
}
