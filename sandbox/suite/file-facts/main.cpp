// Everything the five calls tell of the input, the output, a pipe of one's own, the root and a checker's file.
#include <initializer_list>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
const char* kind(unsigned mode) { return S_ISREG(mode) ? "file" : S_ISFIFO(mode) ? "pipe" : S_ISDIR(mode) ? "folder" : "else"; }
void tell(const char* what, int result, const struct stat& s) {
  if (result != 0) return (void)printf("%s: %s\n", what, strerror(errno));
  printf("%s: %s %o of %ld, %ld blocks of %ld, links %ld, dev %lx %lx, inode %ld, owner %d %d, times", what, kind(s.st_mode), s.st_mode & 07777,
         (long)s.st_size, (long)s.st_blocks, (long)s.st_blksize, (long)s.st_nlink, (long)s.st_dev, (long)s.st_rdev,
         (long)s.st_ino, (int)s.st_uid, (int)s.st_gid);
  for (auto& time : {s.st_atim, s.st_mtim, s.st_ctim}) printf(" %ld", (long)(time.tv_sec + time.tv_nsec));
  puts("");
}
void tell_extended(const char* what, int result, const struct statx& s) {
  if (result != 0) return (void)printf("%s: %s\n", what, strerror(errno));
  printf("%s: %s %o of %ld, inode %ld, dev %d %d, mount %ld, birth %d %ld, times", what, kind(s.stx_mode), s.stx_mode & 07777, (long)s.stx_size,
         (long)s.stx_ino, (int)s.stx_dev_major, (int)s.stx_dev_minor, (long)s.stx_mnt_id, (s.stx_mask & STATX_BTIME) != 0,
         (long)(s.stx_btime.tv_sec + s.stx_btime.tv_nsec));
  for (auto& time : {s.stx_atime, s.stx_mtime, s.stx_ctime}) printf(" %ld", (long)(time.tv_sec + time.tv_nsec));
  puts("");
}
void* from_another_thread(void*) {
  struct stat s;
  tell("from a thread", fstat(0, &s), s);
  return nullptr;
}
void look() {
  struct stat s{};
  struct statx x{};
  int own[2];
  pipe(own);
  for (int fd : {0, 1, 2, own[0], own[1]}) {
    char what[32];
    snprintf(what, sizeof what, "descriptor %d", fd);
    tell(what, syscall(SYS_fstat, fd, &s), s);
    tell(what, fstatat(fd, "", &s, AT_EMPTY_PATH), s);
    tell_extended(what, statx(fd, "", AT_EMPTY_PATH, STATX_ALL, &x), x);
  }
  tell("a copy", fstat(dup(0), &s), s);
  tell("no descriptor", fstat(77, &s), s);
  tell("root", stat("/", &s), s);
  tell("root", lstat("/", &s), s);
#ifdef SYS_stat
  tell("root", syscall(SYS_stat, "/", &s), s);
  tell("root", syscall(SYS_lstat, "/", &s), s);
#endif
  int root = open("/", O_RDONLY | O_DIRECTORY);
  tell("given", stat("given", &s), s);
  tell("given, by the root", fstatat(root, "given", &s, 0), s);
  tell("not there", stat("/nowhere", &s), s);
  tell("nothing", stat("", &s), s);
  static char longest[5000];
  memset(longest, 'x', sizeof longest - 1);
  tell("too long", stat(longest, &s), s);
  tell("no path", stat((char*)8, &s), s);
  tell("nowhere to write", fstat(0, (struct stat*)8), s);
  tell_extended("wrong flags", statx(0, "", 1 << 30, STATX_ALL, &x), x);
  // A name that ends with its page, and nothing after it.
  char* page = (char*)mmap(nullptr, 65536 * 2, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(page + 65536, 65536);
  strcpy(page + 65536 - 6, "given");
  tell("at the end of memory", stat(page + 65536 - 6, &s), s);
  pthread_t thread;
  pthread_create(&thread, nullptr, from_another_thread, nullptr);
  pthread_join(thread, nullptr);
  // What the size is for.
  fstat(0, &s);
  char* text = (char*)mmap(nullptr, s.st_size, PROT_READ, MAP_PRIVATE, 0, 0);
  printf("%.*s", (int)s.st_size, text == MAP_FAILED ? "" : text);
}
int main(int, char** argv) {
  if (strcmp(argv[1], "look") == 0) return look(), 0;
  for (int i = 0; i < 100; i++) {
    int ends[2];
    pipe(ends);
  }
  char room[100];
  while (read(0, room, sizeof room) > 0) {
  }
  puts("noise");
}
