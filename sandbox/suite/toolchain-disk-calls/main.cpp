// A compiler's folders are on the machine's own disk. It may read them, through the page cache.
#include <initializer_list>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
void tell(const char* what, long result) {
  if (result >= 0 || (errno != ENOSYS && errno != EINVAL)) printf("%s %ld %s\n", what, result, strerrorname_np(errno));
}
int main(int, char** argv) {
  int own = open("own", O_RDWR | O_CREAT, 0600);
  ftruncate(own, 4096);
  for (int fd : {0, open(argv[0], O_RDONLY), own}) {
    char* page = (char*)mmap(nullptr, 4096, PROT_READ, MAP_SHARED, fd, 0);
    if (fd < 0 || page == MAP_FAILED) puts("not open");
    tell("fsync", fsync(fd));
    tell("fdatasync", fdatasync(fd));
    tell("syncfs", syncfs(fd));
    tell("readahead", readahead(fd, 0, 4096));
    tell("fadvise", syscall(SYS_fadvise64, fd, 0, 0, POSIX_FADV_DONTNEED));
    tell("msync", msync(page, 4096, MS_SYNC));
    tell("page out", madvise(page, 4096, 21));
    tell("direct", fcntl(fd, F_SETFL, O_DIRECT));
  }
  tell("sync", syscall(SYS_sync));
  tell("open", open(argv[0], O_RDONLY | O_DIRECT));
#ifdef SYS_open
  tell("open", syscall(SYS_open, argv[0], O_RDONLY | O_DIRECT));
#endif
  puts("done");
}
