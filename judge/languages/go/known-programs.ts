/** One for every way a run can end. */

import { words } from '#contract/words.ts';
import type { KnownProgram } from '../known-programs.ts';
import { knownEndings } from '../known-ways.ts';

const sum = 'func sum() int { var a, b int; fmt.Scan(&a, &b); return a + b }\n';
const depth = 'func depth(n int) int { if n == 0 { return 0 }; return depth(n - 1) + 1 }\n';

function main(body: string, ...imports: string[]): string {
  const lines = ['fmt', ...imports].map((name) => `import "${name}"\n`).join('');
  return `package main\n${lines}${sum}${depth}func main() { ${body} }\n`;
}

const panics = (name: string, body: string, cause: string): KnownProgram => ({
  name,
  code: main(body),
  status: 'Runtime Error',
  reason: words('panic', { cause }),
});

export const knownPrograms: readonly KnownProgram[] = [
  ...knownEndings('go', {
    right: main('fmt.Println(sum())'),
    'right, without a last newline and with spaces': main('fmt.Print("  ", sum(), "  \\r\\n\\n")'),
    'right, with noise on standard error': main('println(41); fmt.Print(sum())'),
    'right, with a huge array that is never touched': `${main('fmt.Print(sum() + int(huge[len(huge)/2]))')}var huge [1 << 30]byte\n`,
    'right, with a deep recursion': main('fmt.Println(sum() + depth(200000) - 200000)'),
    'right, and an exit in the middle': main(
      'fmt.Print(sum()); if sum() == 0 { os.Exit(0) }; fmt.Println(43)',
      'os',
    ),
    wrong: main('fmt.Println(sum() - 1)'),
    silent: main(''),
    'one token too many': main('fmt.Println("42 42")'),
    'right, then a loop without end': main('fmt.Println(sum()); for {}'),
    'a sleeper': main('time.Sleep(100 * time.Second)', 'time'),
    'memory used up, page by page': main(
      'var kept [][]byte; for { room := make([]byte, 1<<20); for i := range room { room[i] = 1 }; kept = append(kept, room) }',
    ),
    'a recursion without end': main('fmt.Println(depth(-1))'),
    'one allocation beyond all measure': main(
      'room := make([]byte, sum()<<33); room[1] = 1; fmt.Println(room[2])',
    ),
    'right, with a non-zero exit code': main('fmt.Println(sum()); os.Exit(3)', 'os'),
    'a flood of output': main('for { fmt.Println("42 42 42 42 42 42 42 42 42 42 42 42 42 42 42 42") }'),
    'an error of the language': {
      code: main('few := []int{1, 2, 3}; fmt.Println(few[sum()])'),
      reason: words('panic', { cause: 'index out of range' }),
    },
    'an error in words of its own, made of the input': {
      code: main('panic(fmt.Sprint("the sum is ", sum()))'),
      reason: words('panic', { cause: null }),
    },
    // Its runtime takes the signal, tells of it, and exits.
    abort: {
      code: main('syscall.Kill(syscall.Getpid(), syscall.SIGABRT); select {}', 'syscall'),
      reason: words('exit_code', { exitCode: 2 }),
    },
    'the network': main(
      'if _, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0); err != nil { os.Exit(5) }',
      'os',
      'syscall',
    ),
    'another process': main('if exec.Command("/bin/sh").Start() != nil { os.Exit(6) }', 'os', 'os/exec'),
    'a file of the machine': main(
      'if _, err := os.ReadFile("/etc/passwd"); err != nil { fmt.Println(sum()) }',
      'os',
    ),
    'no program': {
      code: 'package main\nfunc main() { undeclared() }\n',
      compilerPrints: 'main.go:2',
    },
    'a secret of the machine as source': {
      code: 'package main\nimport _ "embed"\n//go:embed /etc/passwd\nvar secret string\nfunc main() { print(secret) }\n',
      compilerPrints: 'go:embed',
    },
  }),
  panics('division by zero', 'fmt.Println(1 / (sum() - 42))', 'integer divide by zero'),
  panics(
    'null access',
    'var none *int; fmt.Println(*none)',
    'invalid memory address or nil pointer dereference',
  ),
  panics('a map that was not made', 'var none map[int]int; none[1] = 1', 'assignment to entry in nil map'),
  {
    name: 'a deadlock',
    code: main('<-make(chan int)'),
    status: 'Runtime Error',
    reason: words('fatal_error', { cause: 'all goroutines are asleep - deadlock!' }),
  },
  {
    name: 'right, by many goroutines',
    code: main(
      'parts := make(chan int); for i := 0; i < 10000; i++ { go func() { time.Sleep(time.Millisecond); parts <- 1 }() }; all := sum() - 10000; for i := 0; i < 10000; i++ { all += <-parts }; fmt.Println(all)',
      'time',
    ),
    status: 'Accepted',
  },
];
