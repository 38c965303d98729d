import { expect, test } from 'vitest';
import { testLanguage } from './testing.ts';

const printing = 'println!("42");';

await testLanguage('rust', ({ judge, compile }) => {
  test.each([
    ['a byte order mark', `\ufefffn main() { ${printing} }`],
    ['lines of Windows', `fn main() {\r\n    ${printing}\r\n}\r\n`],
    ['warnings', `fn unused() {}\nfn main() { let x = 1; let mut y; y = 2; ${printing} }`],
    ['what 2021 has brought', `fn main() { for x in [42] { let s = format!("{x}"); println!("{s}"); } }`],
    ['a crate that calls itself a library', `#![crate_type = "lib"]\nfn main() { ${printing} }`],
    ['a crate with a name of its own', `#![crate_name = "solution"]\nfn main() { ${printing} }`],
    ['a look whether it is judged', `fn main() { if cfg!(ONLINE_JUDGE) { ${printing} } }`],
  ])('%s does no harm', async (_, code) => {
    expect(await judge(code)).toEqual({ status: 'Accepted', why: null });
  });

  test.each([
    ['nothing', '', '`main` function not found'],
    ['a comment', '// later', '`main` function not found'],
    ['no main', 'fn solve() {}', '`main` function not found'],
    ['two mains', 'fn main() {}\nfn main() {}', 'main.rs:2:1'],
    ['a NUL', 'fn main() {\n\0}', 'main.rs:2:1: error: the source has a NUL character here'],
    ['bytes that are no text', Buffer.from([0x66, 0xff, 0xfe]), 'UTF-8'],
    ['a wrong type', 'fn main() { let x: i32 = "42"; }', 'main.rs:1:26'],
    ['a borrow that ended', 'fn main() { let r; { let x = 1; r = &x; } println!("{}", r); }', 'E0597'],
    ['a crate from elsewhere', 'use rand::Rng;\nfn main() {}', 'main.rs:1:5'],
    ['what is being tried out', '#![feature(never_type)]\nfn main() {}', 'feature'],
    [
      'a macro that compilers load',
      '#![crate_type = "proc-macro"]\nfn main() {}\n#[proc_macro]\npub fn p() {}',
      'proc_macro',
    ],
    [
      'a function that is not there',
      'extern "C" { fn nowhere(); }\nfn main() { unsafe { nowhere() } }',
      'nowhere',
    ],
  ])('%s is a Compilation Error', async (_, code, said) => {
    const { status, why } = await judge(code);
    expect({ status, why }).toEqual({ status: 'Compilation Error', why: expect.stringContaining(said) });
    expect(why).not.toMatch(pathOfMachine);
  });

  test.each([
    ['a list of users', 'include_str!("/etc/passwd")', "couldn't read"],
    ['an environment', 'include_str!("/proc/self/environ")', "couldn't read"],
    ['bytes without end', 'include_bytes!("/dev/zero")[0]', "couldn't read"],
    ['the folder above', 'include_str!("../../../etc/hostname")', "couldn't read"],
    ['a home', 'env!("HOME")', 'HOME'],
  ])('a source gets nothing of the machine: %s', async (_, expression, said) => {
    const message = await compile(`fn main() { println!("{}", ${expression}); }`);
    expect(message).toContain(said);
    expect(message).not.toMatch(pathOfMachine);
  });

  test('nor by assembly', async () => {
    const code = 'std::arch::global_asm!(".incbin \\"/etc/passwd\\"");\nfn main() {}\n';
    expect(await compile(code)).toContain('/etc/passwd');
  });

  test('assembly that looks like the link-time optimiser’s does not reach it', async () => {
    const sections = ['.gnu.lto_.symtab.1', '.gnu.lto_main.1'].map(
      (name) => `.section ${name},\\"e\\",%progbits\\n.byte 1\\n`,
    );
    const assembly = `${sections.join('')}.text\\n.comm __gnu_lto_slim,1,1\\n`;
    expect(await judge(`std::arch::global_asm!("${assembly}");\nfn main() { ${printing} }\n`)).toEqual({
      status: 'Accepted',
      why: null,
    });
  });

  const bounded = { cpuMs: 1000, memoryBytes: 256 << 20 };
  test.each([
    [
      'a macro that doubles itself',
      '#![recursion_limit = "100000"]\nmacro_rules! bomb { ($($t:tt)*) => { bomb!($($t)* $($t)*) } }\nbomb!(x);\nfn main() {}',
      /^Compiling was stopped: it (?:took more than 1 s|needed more than)/,
    ],
    [
      'a constant without end',
      '#![allow(long_running_const_eval)]\nconst LONG: u64 = { let mut i = 0u64; while i < u64::MAX { i += 1; } i };\nfn main() { println!("{}", LONG); }',
      // Releases before 1.72 have a bound of their own.
      /^Compiling was stopped: it took more than 1 s|^error.*\n --> main\.rs:2:\d+\n/,
    ],
    [
      'types without end',
      '#![recursion_limit = "100000"]\nfn grow<T: Copy>(x: T, n: u64) -> u64 { if n == 0 { 0 } else { grow((x, x), n - 1) } }\nfn main() { println!("{}", grow(1, 9)); }',
      /^Compiling was stopped: it|^The compiler was ended by SIG|reached the recursion limit while instantiating/,
    ],
    [
      'an array of a terabyte',
      'static A: [u8; 1 << 40] = [1; 1 << 40];\nfn main() { println!("{}", A[7]); }',
      /^error.*\n --> main\.rs:1:1\n(?:.*\n)*.*(?:more memory than available to compiler|too big)/,
    ],
  ])('compiling is bounded: %s', async (_, code, says) => {
    const message = await compile(code, bounded);
    expect(message).toMatch(says);
    expect(message).not.toMatch(pathOfMachine);
  });

  test('a program that is too large is told so', async () => {
    const code =
      'static A: [u8; 3 << 20] = [1; 3 << 20];\nfn main() { println!("{}", A[std::env::args().count()]); }';
    expect(await compile(code, { fileSizeBytes: 2 << 20 })).toContain('the program is larger than 2 MB');
  });
});

const pathOfMachine = /\/usr\/|\/lib\/|\/tmp\/|root:|\/root|minos-work|\.rustup/;
