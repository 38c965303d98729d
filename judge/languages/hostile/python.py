# Everything a program could try without being ended for it. Says what gave way.
import ctypes, mmap, os, resource, signal, socket, subprocess, sys, threading

libc = ctypes.CDLL(None, use_errno=True)


def gives_way(name, attempt):
    try:
        if attempt() != -1:
            print(name)
    except (OSError, ValueError, RuntimeError, MemoryError, AttributeError):
        pass


def write_to(path):
    return lambda: os.open(path, os.O_WRONLY | os.O_CREAT)


library = os.path.dirname(os.__file__)
for path in (
    '/etc/passwd /etc/ld.so.cache /proc/self/maps /proc/self/mem /proc/1/mem /proc/self/fd/0 /sys/kernel /dev/null '
    '/dev/urandom /dev/shm /dev/stdout /tmp /home /root /var /bin/sh /usr/bin/env /usr/local /usr/share '
    '../etc/passwd /minos-work/../proc/self/status'
).split():
    gives_way(f'read {path}', lambda: os.open(path, os.O_RDONLY))
for path in ['new', '/new', 'main.py', '/dev/new', '/dev/stdin', library + '/new.py', os.__file__, sys.executable]:
    gives_way(f'write {path}', write_to(path))
gives_way('a nameless file', lambda: os.open('/', os.O_RDWR | getattr(os, 'O_TMPFILE', 0o20200000)))
gives_way('the work folder', lambda: os.listdir('.'))
gives_way('mkdir', lambda: os.mkdir('/new'))
gives_way('symlink', lambda: os.symlink('/', 'new'))
gives_way('rename', lambda: os.rename('main.py', 'x'))
gives_way('unlink', lambda: os.unlink('main.py'))
gives_way('chmod', lambda: os.chmod('main.py', 0o777))
gives_way('utime', lambda: os.utime('main.py'))
gives_way('mknod', lambda: os.mkfifo('new'))

gives_way('fork', lambda: os.fork())
gives_way('fork by the C library', lambda: libc.fork())
gives_way('a process', lambda: subprocess.run([sys.executable, '-c', '']).returncode * 0)
gives_way('a shell', lambda: os.system('true') - 32512 or -1)
gives_way('execv', lambda: os.execv(sys.executable, ['x']))
gives_way('a session', lambda: os.setsid())
gives_way('affinity', lambda: os.sched_setaffinity(0, {0, 1}))
gives_way('priority', lambda: os.nice(-1))
gives_way('limits', lambda: resource.setrlimit(resource.RLIMIT_CPU, (9, 9)))
gives_way('dumpable', lambda: libc.prctl(4, 1))
gives_way('name of the process', lambda: libc.prctl(16, ctypes.create_string_buffer(16)))
gives_way('personality', lambda: libc.personality(0x0040000))

gives_way('a socket', lambda: socket.socket())
pairs = []
gives_way('any number of pairs of sockets', lambda: [pairs.append(socket.socketpair()) for _ in range(9)])
for one, other in pairs:
    one.close()
    other.close()
gives_way('a socket by the C library', lambda: libc.socket(2, 1, 0))
gives_way('a name', lambda: socket.gethostbyname('localhost.localdomain'))

gives_way('shared memory', lambda: mmap.mmap(-1, 1 << 20))
gives_way('a memory file', lambda: os.memfd_create('x'))
gives_way('System V memory', lambda: libc.shmget(0, 4096, 0o1600))
gives_way('locked memory', lambda: libc.mlockall(3))
gives_way('a timer that sends any signal', lambda: libc.timer_create(0, None, ctypes.create_string_buffer(8)))
gives_way('inotify', lambda: libc.inotify_init1(0))

for path in ['main.py', '/dev/stdin', '.']:
    facts = os.stat(path)
    if (facts.st_ino, facts.st_mtime, facts.st_atime, facts.st_uid) != (1, 0, 0, 0):
        print('facts of', path)
for fd in range(3):
    if os.fstat(fd).st_ino != 1:
        print('facts of descriptor', fd)
for fd in range(3, 300):
    gives_way(f'descriptor {fd}', lambda: os.fstat(fd))
if (os.getpid(), os.getppid()) != (2, 1):
    print('process numbers')
if any(not name.startswith(('PYTHON', 'PYPY_GC_', 'OPENBLAS_', 'LC_', 'LD_PRELOAD')) for name in os.environ):
    print('environment', dict(os.environ))

threads = []
try:
    while len(threads) < 200:
        threads.append(threading.Thread(target=signal.sigwait, args=([signal.SIGUSR1],), daemon=True))
        threads[-1].start()
except RuntimeError:
    pass
if not 20 < len(threads) < 40:
    print('threads', len(threads))
print('done', flush=True)
os._exit(0)
