/** One for every way a run can end. */

import { words } from '#contract/words.ts';
import type { KnownProgram } from '../known-programs.ts';
import { knownEndings } from '../known-ways.ts';

const sum = `
fn sum() -> i64 {
    let mut text = String::new();
    std::io::Read::read_to_string(&mut std::io::stdin(), &mut text).unwrap();
    text.split_whitespace().map(|word| word.parse::<i64>().unwrap()).sum()
}
`;

/** Its calls cannot become a loop. */
const depth = `
#[inline(never)]
fn depth(n: u64) -> u64 {
    let room = [n; 8];
    let seen = unsafe { std::ptr::read_volatile(&room[(n % 8) as usize]) };
    if n == 0 { 0 } else { depth(n - 1) + (seen == n) as u64 }
}
`;

const main = (body: string, ...functions: string[]) => `${functions.join('')}fn main() { ${body} }\n`;
const withSum = (body: string) => main(body, sum);

export const knownPrograms: readonly KnownProgram[] = [
  ...knownEndings('rust', {
    right: withSum('println!("{}", sum());'),
    'right, without a last newline and with spaces': withSum('print!("  {}  \\r\\n\\n", sum());'),
    'right, with noise on standard error': withSum('eprintln!("41"); print!("{}", sum());'),
    'right, with a huge array that is never touched': withSum(
      'let huge = vec![0u8; 1 << 30]; let at = sum(); println!("{}", at + huge[at as usize] as i64);',
    ),
    'right, with a deep recursion': main(
      'println!("{}", sum() + (depth(200_000) != 200_000) as i64);',
      sum,
      depth,
    ),
    'right, and an exit in the middle': withSum(
      'print!("{}", sum()); if true { std::process::exit(0); } println!("43");',
    ),
    wrong: withSum('println!("{}", sum() - 1);'),
    silent: main(''),
    'one token too many': main('println!("42 42");'),
    'right, then a loop without end': withSum(
      'println!("{}", sum()); std::io::Write::flush(&mut std::io::stdout()).unwrap(); loop {}',
    ),
    'a sleeper': main('std::thread::sleep(std::time::Duration::from_secs(100));'),
    'memory used up, page by page': main(
      'let mut kept = Vec::new(); loop { kept.push(vec![1u8; 1 << 20]); }',
    ),
    'a recursion without end': main('println!("{}", depth(u64::MAX));', depth),
    'one allocation beyond all measure': withSum(
      'let mut room: Vec<u8> = Vec::with_capacity((sum() as usize) << 40); room.push(1); println!("{:?}", room);',
    ),
    'right, with a non-zero exit code': withSum('println!("{}", sum()); std::process::exit(3);'),
    'a flood of output': main('loop { println!("42 42 42 42 42 42 42 42 42 42 42 42 42 42 42 42"); }'),
    'an error of the language': {
      code: withSum('let few = vec![1, 2, 3]; println!("{}", few[sum() as usize]);'),
      reason: words('panic', { cause: 'index out of bounds' }),
    },
    'an error in words of its own, made of the input': {
      code: withSum('panic!("the sum is {}", sum());'),
      reason: words('panic', { cause: null }),
    },
    abort: main('std::process::abort();'),
    'the network': main('if std::net::UdpSocket::bind("127.0.0.1:0").is_err() { std::process::exit(5); }'),
    'another process': main(
      'if std::process::Command::new("/bin/sh").spawn().is_err() { std::process::exit(6); }',
    ),
    'a file of the machine': withSum('if std::fs::read("/etc/passwd").is_err() { println!("{}", sum()); }'),
    'no program': { code: 'fn main() { undeclared }\n', compilerPrints: 'main.rs:1' },
    'a secret of the machine as source': {
      code: 'fn main() { print!("{}", include_str!("/etc/passwd")); }\n',
      compilerPrints: 'No such file',
    },
  }),
  {
    name: 'the end of a thread’s stack',
    code: main(
      'let small = std::thread::Builder::new().stack_size(1 << 20); println!("{:?}", small.spawn(|| depth(u64::MAX)).unwrap().join());',
      depth,
    ),
    status: 'Runtime Error',
    reason: words('fatal_error', { cause: 'stack overflow' }),
  },
  {
    name: 'null access',
    code: main('unsafe { std::ptr::write_volatile(std::ptr::null_mut::<i32>(), 1); }'),
    status: 'Runtime Error',
    reason: words('ended_by_signal', { signal: 'SIGSEGV' }),
  },
];
