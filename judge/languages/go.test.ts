import { expect, test } from 'vitest';
import { testLanguage } from './testing.ts';

const program = (...lines: string[]) => ['package main', ...lines].join('\n');
const solution = 'import "fmt"\nfunc main() { fmt.Println(42) }\n';

await testLanguage('go', ({ judge, compile }) => {
  test.each([
    ['a byte order mark', `\ufeff${program(solution)}`],
    ['lines of Windows', program(solution).replaceAll('\n', '\r\n')],
    ['a comment about when to build it', `//go:build ignore\n\n${program(solution)}`],
    [
      'much of the library',
      program(
        'import ("bufio"; "container/heap"; "encoding/json"; "fmt"; "math/big"; "math/rand"; "os"; "regexp"; "sort"; "strconv"; "strings"; "sync"; "time"; "unicode/utf8")',
        'var _ = heap.Init; var _ = json.Marshal; var _ = rand.Int; var _ = regexp.MustCompile; var _ = sort.Ints; var _ = strings.Fields; var _ sync.Mutex; var _ = time.Now; var _ = utf8.RuneLen',
        'func most[T int | string](a, b T) T { if a > b { return a }; return b }',
        'func main() { w := bufio.NewWriter(os.Stdout); defer w.Flush(); n, _ := strconv.Atoi("42"); fmt.Fprintln(w, big.NewInt(int64(most(n, 7)))) }',
      ),
    ],
  ])('%s does no harm', async (_, code) => {
    expect(await judge(code)).toEqual({ status: 'Accepted', why: null });
  });

  test.each([
    ['nothing', '', 'main.go:1:1: syntax error'],
    ['a comment', '// later', 'syntax error'],
    ['no main', program('func solve() {}'), 'function main is undeclared in the main package'],
    ['another package', 'package solution\nfunc main() {}', 'not package main'],
    ['two mains', program('func main() {}', 'func main() {}'), 'main.go:3:6: main redeclared'],
    ['a NUL', program('func main() {\0}'), 'main.go:2:14: error: the source has a NUL character here'],
    ['bytes that are no text', Buffer.from('package main\n\xff\xfe', 'latin1'), 'UTF-8'],
    ['a variable without use', program('func main() { x := 1 }'), 'main.go:2:15:'],
    ['an import without use', program('import "os"', 'func main() {}'), 'imported and not used'],
    [
      'a package from elsewhere',
      program('import "github.com/emirpasic/gods"', 'func main() {}'),
      'main.go:2:8',
    ],
    ['the runtime’s own packages', program('import "internal/abi"', 'func main() {}'), 'main.go:2:8'],
    ['C', program('// int x;', 'import "C"', 'func main() {}'), 'main.go:3:8'],
    [
      'a function without a body',
      program('func outside()', 'func main() { outside() }'),
      'missing function body',
    ],
  ])('%s is a Compilation Error', async (_, code, said) => {
    const { status, why } = await judge(code);
    expect({ status, why }).toEqual({ status: 'Compilation Error', why: expect.stringContaining(said) });
    expect(why).not.toMatch(pathOfMachine);
  });

  const bounded = { cpuMs: 1000, memoryBytes: 512 << 20 };
  test.each([
    [
      'a type without end',
      program('type T[P any] struct { next *T[[]P] }', 'func main() { var t T[int]; _ = t }'),
    ],
    [
      'functions without end',
      program(
        'func grow[P any](n int) int { if n == 0 { return 0 }; return grow[[2]P](n - 1) }',
        'func main() { println(grow[int](9)) }',
      ),
    ],
    ['a constant beyond measure', program('const c = 1 << 100000', 'func main() { println(c >> 99999) }')],
    ['an array of a petabyte', program('var a [1 << 50]byte', 'func main() { println(a[7]) }')],
  ])('compiling is bounded: %s', async (_, code) => {
    const message = await compile(code, bounded);
    expect(message).toMatch(/Compiling was stopped|main\.go/);
    expect(message).not.toMatch(pathOfMachine);
  });

  test('a program that is too large is told so', async () => {
    const code = program('var a = [40 << 20]byte{7: 1}', 'func main() { println(a[len(a)/2]) }');
    expect(await compile(code)).toContain('the program is larger than 32 MB');
  });

  test('garbage is collected rather than held against the program', async () => {
    const code = program(
      'import "fmt"',
      'var kept []byte',
      'func main() { for i := 0; i < 200; i++ { kept = make([]byte, 8 << 20); for j := 0; j < len(kept); j += 4096 { kept[j] = 1 } }; fmt.Println(42) }',
    );
    expect(await judge(code, { limits: { memoryLimitBytes: 32 << 20 } })).toMatchObject({
      status: 'Accepted',
    });
  });
});

const pathOfMachine = /\/usr\/|\/lib\/|\/tmp\/|root:|\/root|minos-work|toolchain\//;
