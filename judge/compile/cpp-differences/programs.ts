/**
 * Programs for which a shortcut could go wrong, made by chance from a seed. A kind is one function of this list, and
 * adding a kind is adding one. Whether a program compiles does not matter: both ways must say the same.
 */

import { readFileSync } from 'node:fs';
import type { Random } from '#harness/random.ts';
import { knownPrograms } from '../../languages/cpp/known-programs.ts';
import { loadCases, sourceOf } from '../../sandbox/suite.ts';
import { assemble, type Fragment, someOf } from './assemble.ts';
import { contestFragments } from './contest-fragments.ts';
import { someDirectives } from './directives.ts';
import { farFragments } from './far-fragments.ts';
import { clashes, languageFragments } from './language-fragments.ts';
import { mistake, mistakes } from './mistakes.ts';
import { onceWrong, onceWrongToo } from './once-wrong.ts';
import { memoryOperators, overloads, specialisations } from './own-overloads.ts';
import { randomOf } from './random.ts';
import { includesOf, readAgain, someHeaders, topOfFile } from './top-of-file.ts';

export interface GeneratedProgram {
  name: string;
  code: string;
}

type Kind = (random: Random) => string;

export const kinds: Readonly<Record<string, Kind>> = {
  'top of the file': (random) => topOfFile(random) + probes(random),
  'own names': ownNames,
  assembly,
  'own library': ownLibrary,
  'main or not': mainOrNot,
  mistakes,
  'own overloads': (random) => assembled(random, someOf(random, overloads, 2)),
  'own specialisations': (random) => assembled(random, someOf(random, specialisations, 2)),
  'own memory': (random) => assembled(random, [random.pick(memoryOperators)]),
  'clashing names': (random) => assembled(random, [random.pick(clashes)]),
  'language features': (random) => assembled(random, someOf(random, languageFragments, 3)),
  directives: (random) => assembled(random, [], 0.7),
  'whole programs': (random) => assembled(random, someOf(random, contestFragments, 4)),
  'far parts of the library': (random) => assembled(random, someOf(random, farFragments, 2)),
  'larger mistakes': (random) => {
    const program = assembled(random, someOf(random, fragments, 2));
    return random.chance(0.3) ? mistake(random, mistake(random, program)) : mistake(random, program);
  },
  'a header read again': readAgain,
};

const fragments = [overloads, specialisations, languageFragments, clashes, contestFragments].flat();

/** The given fragments together with what contestants write, sometimes under macros and pragmas. */
function assembled(random: Random, given: readonly Fragment[], directives = 0.1): string {
  const others = contestFragments.filter((each) => !given.includes(each));
  const chosen = [...given, ...someOf(random, others, 2)];
  return assemble(random, chosen, someDirectives(random, directives));
}

export interface Choice {
  seed: number;
  /** How many are made by chance, and the number of the first, by which one of them can be made again. */
  count: number;
  first?: number;
  /** Whether all that once were wrong and the programs of the hostile suite are among them. */
  withSuite?: boolean;
}

/** The known programs, then those made by chance, of each kind in turn. */
export function* programsOf({
  seed,
  count,
  first = 0,
  withSuite = false,
}: Choice): Generator<GeneratedProgram> {
  if (first === 0) for (const { name, code } of knownPrograms) yield { name: `known: ${name}`, code };
  if (withSuite) {
    for (const [what, code] of [...onceWrong, ...onceWrongToo]) yield { name: `once wrong: ${what}`, code };
    for (const suiteCase of loadCases())
      yield { name: `suite: ${suiteCase.name}`, code: readFileSync(sourceOf(suiteCase), 'utf8') };
  }
  const all = Object.entries(kinds);
  for (let index = first; index < first + count; index++) {
    const [name, make] = all[index % all.length] as [string, Kind];
    yield { name: `seed ${seed}, number ${index} (${name})`, code: make(randomOf(seed, index)) };
  }
}

/** Notices a header that is there and should not be, or the other way round. */
function probes(random: Random): string {
  const guards = 'IOSTREAM VECTOR ALGORITHM STRING MAP SET QUEUE CMATH CSTDIO CSTDLIB CSTRING NUMERIC'.split(
    ' ',
  );
  const lines = guards.map((guard, bit) => `#ifdef _GLIBCXX_${guard}\nseen |= ${1 << bit};\n#endif\n`);
  const clash = random.pick([
    '',
    '',
    'int y1;\n',
    'int j0 = 2;\n',
    'int getchar;\n',
    'namespace std { struct map {}; }\n',
  ]);
  const line = random.chance(0.2) ? ' + __LINE__ + __COUNTER__' : '';
  return `${clash}\nint main() {\nint seen = 0;\n${lines.join('')}return seen % 251${line};\n}\n`;
}

const functionNames =
  'rand srand abs time read write malloc free calloc realloc memcpy memset memmove strlen strcmp printf puts putchar scanf exit abort atexit qsort getenv isatty open close mmap brk sbrk signal raise clock regcomp regexec glob _exit __libc_start_main __libc_malloc __cxa_throw __cxa_atexit __gxx_personality_v0 _Znwm _ZdlPv _Znam _ZSt9terminatev __stack_chk_fail dl_iterate_phdr _start _init _fini fwrite fflush pthread_create sqrt pow sin frexp compare line word numbers use_streams getpid memchr __memcpy_chk _Unwind_Resume __libc_setup_tls'.split(
    ' ',
  );
const variableNames =
  'environ __environ stdin stdout stderr errno optarg program_invocation_name _ZSt3cin _ZSt4cout __dso_handle _end __bss_start data_start _IO_2_1_stdout_ __libc_single_threaded signgam timezone __libc_enable_secure main'.split(
    ' ',
  );
const attributes = [
  '',
  '',
  'weak',
  'noinline',
  'visibility("hidden")',
  'used',
  'constructor',
  'section(".text.mine")',
];

/** Names of the library, and a few of ours, defined in every way the language and the compiler have. */
function ownNames(random: Random): string {
  const headers = random.chance(0.5) ? someHeaders(random, 2) : [];
  const definitions = Array.from({ length: random.below(3) + 1 }, (_, index) => ownName(random, index));
  const uses = definitions.filter(() => random.chance(0.7)).map(({ use }) => use);
  const calls = ['(int)sizeof(int)', ...uses].join(' + ');
  const more = headers.includes('iostream')
    ? 'std::cout << result;'
    : headers.some((header) => /stdio/.test(header))
      ? 'printf("%d", result);'
      : '';
  return `${includesOf(headers)}${definitions.map(({ text }) => text).join('')}int main() { int result = ${calls}; ${more} return result; }\n`;
}

function ownName(random: Random, index: number): { text: string; use: string } {
  const own = `own${index}`;
  const attribute = random.pick(attributes);
  const before = attribute === '' ? '' : `__attribute__((${attribute})) `;
  if (random.chance(0.25)) {
    const name = random.pick(variableNames);
    const storage = random.pick(['', '', 'thread_local ', 'inline ', 'extern ', 'static ']);
    const weak = attribute === 'weak' ? before : '';
    return {
      text: `${weak}${storage}long ${own} __asm__("${name}")${storage === 'extern ' ? '' : ' = 7'};\n`,
      use: own,
    };
  }
  const name = random.pick(functionNames);
  return random.pick([
    { text: `${before}int ${own}() __asm__("${name}");\nint ${own}() { return 7; }\n`, use: `${own}()` },
    {
      text: `extern "C" ${before}int ${name}(...);\nextern "C" int ${name}(...) { return 7; }\n`,
      use: `${name}(1)`,
    },
    {
      text: `inline int ${own}(int) __asm__("${name}");\n__attribute__((noinline)) inline int ${own}(int x) { return x; }\n`,
      use: `${own}(7)`,
    },
    {
      text: `template <typename T> __attribute__((noinline)) int ${own}(T x) { return x; }\ntemplate <> int ${own}(int) __asm__("${name}");\ntemplate <> int ${own}(int x) { return x; }\n`,
      use: `${own}(7)`,
    },
    { text: `static int ${name}(char x) { return x; }\n`, use: `${name}('x')` },
    { text: `__attribute__((noinline)) inline int ${name}(char x) { return x; }\n`, use: `${name}('x')` },
    { text: `extern "C" __attribute__((weak)) int ${name}(...);\n`, use: `(${name} != 0)` },
    { text: `namespace own { int ${name}() { return 7; } }\n`, use: `own::${name}()` },
    {
      text: `extern "C" int ${own}() { return 7; }\nint ${own}alias() __attribute__((${random.pick(['', 'weak, '])}alias("${own}"))) __asm__("${name}");\n`,
      use: `${own}()`,
    },
    {
      text: `extern "C" int ${own}() { return 7; }\nextern "C" void* ${own}choose() { return (void*)${own}; }\nint ${own}chosen() __asm__("${name}");\nint ${own}chosen() __attribute__((ifunc("${own}choose")));\n`,
      use: `${own}chosen()`,
    },
  ]);
}

/** What no compiler would write into an object by itself. */
function assembly(random: Random): string {
  const name = () => random.pick(random.chance(0.8) ? functionNames : variableNames);
  const lines = Array.from({ length: random.below(2) + 1 }, () =>
    random.pick([
      `.globl ${name()}`,
      `.weak ${name()}`,
      `.comm ${name()},8,8`,
      `.lcomm ${name()},8`,
      `.globl ${name()}\\n.set ${name()}, 5`,
      `.globl ${name()}\\n.set ${name()}, main`,
      `.weak ${name()}\\n${name()}:\\n.byte 0xc3`,
      `.hidden ${name()}\\n.globl ${name()}`,
      `.symver own, ${name()}@VERSION_1`,
      `.symver own, ${name()}@@VERSION_1`,
      `.section .data\\n.balign 8\\n.quad ${name()}\\n.text`,
      `.section .debug_own,\\"\\",%progbits\\n.quad ${name()}\\n.text`,
      `.section .own,\\"aG\\",%progbits,${name()},comdat\\n.quad ${name()}\\n.text`,
      `.section .gnu.linkonce.t.${name()},\\"ax\\",%progbits\\n.globl ${name()}\\n${name()}:\\n.byte 0xc3\\n.text`,
      `.section .gnu.warning.${name()},\\"\\",%progbits\\n.ascii \\"careful\\"\\n.text`,
      `.section .init_array,\\"aw\\"\\n.balign 8\\n.quad ${name()}\\n.text`,
      '.section .note.GNU-stack,\\"x\\",%progbits\\n.text',
      '.section .gnu.lto_.symtab.1,\\"e\\",%progbits\\n.byte 1\\n.text',
      `.tbss\\n`,
    ]),
  );
  const headers = random.chance(0.5) ? [random.pick(['cstdio', 'vector', 'iostream'])] : [];
  const texts = lines.map((line) => `asm("${line}\\n");\n`).join('');
  const weak = random.chance(0.5) ? `extern "C" __attribute__((weak)) int ${name()}() { return 7; }\n` : '';
  return `${includesOf(headers)}${weak}${texts}int main() { return 0; }\n`;
}

/** Replacements and specialisations of what the C++ library has. */
function ownLibrary(random: Random): string {
  const weak = random.chance(0.3) ? '__attribute__((weak)) ' : '';
  const pieces: string[] = [
    `${weak}void* operator new(size_t size) { return malloc(size + 1); }\n`,
    `${weak}void operator delete(void* p) noexcept { free(p); }\n`,
    `${weak}void operator delete(void* p, size_t) noexcept { free(p); }\n`,
    `${weak}void* operator new[](size_t size) { return calloc(size, 1); }\n`,
    'template <> std::vector<int>::~vector() {}\n',
    'template <> void std::vector<int>::push_back(const int&) {}\n',
    'template <> void std::swap(int& a, int& b) noexcept { a = b; }\n',
    'template <> struct std::hash<char[3]> { size_t operator()(const char*) const { return 7; } };\n',
    'template <> size_t std::string::size() const noexcept { return 7; }\n',
    'template <> size_t std::string::find(char, size_t) const noexcept { return 7; }\n',
    'namespace std { void terminate() noexcept { for (;;); } }\n',
    'namespace std { int own(vector<int>& v) { return v.size(); } }\n',
    'extern "C" void __cxa_pure_virtual() { for (;;); }\n',
    'template class std::vector<int>;\n',
    'extern template class std::vector<int>;\n',
    'template std::string std::operator+(const std::string&, const std::string&);\n',
  ];
  const chosen = random.shuffle(pieces).slice(0, random.below(3) + 1);
  const headers = random.shuffle([
    'cstdlib',
    'vector',
    'string',
    ...(random.chance(0.3) ? ['iostream'] : []),
  ]);
  const body = random.chance(0.5)
    ? 'std::vector<int> v(n); v.push_back(n); std::string s(n, 120); s += "y"; return v.size() + s.find(120) + s.size();'
    : 'try { std::vector<int> v(n); return v.at(n); } catch (...) { return 1; }';
  return `${includesOf(headers)}${chosen.join('')}int main(int n, char**) { ${body} }\n`;
}

function mainOrNot(random: Random): string {
  const headers = random.chance(0.6) ? someHeaders(random, 2) : [];
  const text = random.pick([
    '',
    '// nothing yet\n',
    'int f() { return 1; }\n',
    'int Main() { return 1; }\n',
    'int mian() { return 1; }\n',
    'void solve() {}\n',
    'static int main() { return 1; }\n',
    'inline int main() { return 1; }\n',
    'namespace n { int main() { return 1; } }\n',
    'namespace { int main() { return 1; } }\n',
    'namespace n { extern "C" int main() { return 1; } }\n',
    'extern "C" int main() { return 1; }\n',
    'extern "C" { int main(); }\n',
    'extern int main();\n',
    'void main() {}\n',
    'main() {}\n',
    'int main;\n',
    'int main[] = {195};\n',
    'const int main = 5;\n',
    'auto main() -> int { return 1; }\n',
    'constexpr int main() { return 1; }\n',
    'template <int n> int main() { return n; }\n',
    'struct A { int main() { return 1; } };\n',
    'int main() { return 1; }\nint main() { return 2; }\n',
    'int main() { return 1; }\nint main(int, char**) { return 2; }\n',
    'int main() { return 1; }\nasm(".globl main\\nmain:\\n");\n',
    'asm(".globl main\\nmain:\\n");\n',
    'asm(".weak main\\nmain:\\n");\n',
    'asm(".comm main,8,8");\n',
    '__attribute__((weak)) int main() { return 1; }\n',
    '__attribute__((weak)) int main();\nint f() { return main != 0; }\n',
    '__attribute__((visibility("hidden"))) int main() { return 1; }\n',
    'int own() __asm__("main");\nint own() { return 1; }\n',
    '#define main Main\nint main() { return 1; }\n',
    'int main(int n, char** words) { return n; }\n',
    'int main() try { return 1; } catch (...) { return 2; }\n',
    'int main() noexcept { throw 3; }\n',
    'inline namespace n { int main() { return 1; } }\n',
    'namespace n { int main() { return 1; } }\nusing n::main;\n',
    'typedef int Function();\nFunction main;\n',
    'int (main)() { return main != nullptr; }\n',
    'struct main {};\nint main() { return 1; }\n',
    'struct A { friend int main(); };\nint main() { return 1; }\n',
    'extern "C" int f() { return 1; }\n__attribute__((alias("f"))) int main();\n',
    '[[noreturn]] int main() { for (;;); }\n',
    'int x = [] { return 1; }();\n',
    'int WinMain() { return 1; }\n',
    'int wmain() { return 1; }\n',
  ]);
  return includesOf(headers) + text;
}
