// Times one program started two ways, turn and turn about in the same loop so that both meet the same machine:
// bare (vfork + exec + wait, output to a pipe nobody else touches) and through the running helper, spoken to
// as Node would but without Node. Prints nanoseconds, one "bare sandboxed" pair a line.
//
// usage: round-trip HELPER TIER CORE PROGRAM REQUEST COUNT [INPUT ARG…]
//                                                            REQUEST: a file with the frame that asks for a run
//        round-trip --cpu CORE PROGRAM COUNT                 CPU time of the bare program, nanoseconds, one a line
#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

static uint64_t now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(time.tv_nsec);
}

static void die(const char* what) {
  perror(what);
  exit(1);
}

// The bare program runs where the sandboxed one does.
static void pin_to(const char* core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<size_t>(atoi(core)), &set);
  sched_setaffinity(0, sizeof set, &set);
}

// `argv`: of the bare program. It has the environment of this one.
static uint64_t run_bare(char* const* argv, const char* input = "/dev/null") {
  uint64_t start = now();
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) < 0) die("pipe");
  pid_t pid = vfork();
  if (pid == 0) {
    dup2(ends[1], 1);
    dup2(open(input, O_RDONLY | O_CLOEXEC), 0);
    execve(argv[0], argv, environ);
    _exit(127);
  }
  close(ends[1]);
  char room[4096];
  while (read(ends[0], room, sizeof room) > 0) {
  }
  close(ends[0]);
  int status;
  if (waitpid(pid, &status, 0) != pid || status != 0) die("bare program");
  return now() - start;
}

static int print_cpu(char** argv) {
  pin_to(argv[2]);
  for (int i = 0; i < atoi(argv[4]); i++) {
    char* program[] = {argv[3], nullptr};
    run_bare(program);
    static uint64_t before = 0;
    rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    auto ns = [](const timeval& time) { return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(time.tv_usec) * 1000; };
    uint64_t total = ns(usage.ru_utime) + ns(usage.ru_stime);
    printf("%llu\n", static_cast<unsigned long long>(total - before));
    before = total;
  }
  return 0;
}

static std::string read_file(const char* path) {
  std::string content;
  FILE* file = fopen(path, "rb");
  if (!file) die(path);
  for (int byte = fgetc(file); byte != EOF; byte = fgetc(file)) content += static_cast<char>(byte);
  fclose(file);
  return content;
}

static void read_exactly(int fd, char* to, size_t size) {
  while (size > 0) {
    ssize_t got = read(fd, to, size);
    if (got <= 0) die("helper");
    to += got;
    size -= static_cast<size_t>(got);
  }
}

static uint8_t read_frame(int fd) {
  uint32_t size;
  read_exactly(fd, reinterpret_cast<char*>(&size), 4);
  std::string body(size, '\0');
  read_exactly(fd, body.data(), size);
  return static_cast<uint8_t>(body[4]);
}

int main(int argc, char** argv) {
  if (argc == 5 && strcmp(argv[1], "--cpu") == 0) return print_cpu(argv);
  if (argc < 7) return 2;
  const char* input = argc > 7 ? argv[7] : "/dev/null";
  std::vector<char*> bare_argv{argv[4]};
  for (int i = 8; i <= argc; i++) bare_argv.push_back(argv[i]);  // the last is null
  if (argc == 7) bare_argv.push_back(nullptr);
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0) die("socketpair");
  pid_t helper = fork();
  if (helper == 0) {
    dup2(pair[1], 0);
    dup2(pair[1], 1);
    if (strcmp(argv[2], "best") == 0) execl(argv[1], argv[1], "--cores", argv[3], nullptr);
    execl(argv[1], argv[1], "--cores", argv[3], "--tier", argv[2], nullptr);
    _exit(127);
  }
  close(pair[1]);
  read_frame(pair[0]);  // hello
  pin_to(argv[3]);
  std::string frame = read_file(argv[5]);
  for (int i = -20; i < atoi(argv[6]); i++) {
    uint64_t bare = run_bare(bare_argv.data(), input);
    uint64_t start = now();
    if (write(pair[0], frame.data(), frame.size()) != static_cast<ssize_t>(frame.size())) die("write");
    if (read_frame(pair[0]) != 1) die("not facts");
    uint64_t sandboxed = now() - start;
    if (i >= 0) printf("%llu %llu\n", static_cast<unsigned long long>(bare), static_cast<unsigned long long>(sandboxed));
  }
  close(pair[0]);
  waitpid(helper, nullptr, 0);
}
