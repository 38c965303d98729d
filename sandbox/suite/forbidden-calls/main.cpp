#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
struct Call { const char* name; long number; };
const Call calls[] = {
    {"ptrace", SYS_ptrace},
    {"mount", SYS_mount},
    {"umount2", SYS_umount2},
    {"pivot_root", SYS_pivot_root},
    {"chroot", SYS_chroot},
    {"unshare", SYS_unshare},
    {"setns", SYS_setns},
    {"bpf", SYS_bpf},
    {"perf_event_open", SYS_perf_event_open},
    {"userfaultfd", SYS_userfaultfd},
    {"keyctl", SYS_keyctl},
    {"add_key", SYS_add_key},
    {"io_uring_setup", SYS_io_uring_setup},
    {"io_uring_enter", SYS_io_uring_enter},
    {"socket", SYS_socket},
    {"socketpair", SYS_socketpair},
    {"process_vm_readv", SYS_process_vm_readv},
    {"process_vm_writev", SYS_process_vm_writev},
    {"open_by_handle_at", SYS_open_by_handle_at},
    {"init_module", SYS_init_module},
    {"reboot", SYS_reboot},
    {"swapon", SYS_swapon},
    {"setresuid", SYS_setresuid},
    {"setgroups", SYS_setgroups},
    {"open_tree", SYS_open_tree},
    {"fsopen", SYS_fsopen},
    {"pidfd_getfd", SYS_pidfd_getfd},
};
int main(int, char** argv) {
  signal(SIGSYS, SIG_IGN);
  for (const Call& call : calls) {
    if (strcmp(call.name, argv[1]) == 0) syscall(call.number, 0, 0, 0, 0, 0, 0);
  }
  return 77;
}
