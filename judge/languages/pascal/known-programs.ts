/** One for every way a run can end. */

import { words } from '#contract/words.ts';
import type { KnownProgram } from '../known-programs.ts';
import { knownEndings } from '../known-ways.ts';

const sum = 'function sum: int64; var a, b: int64; begin read(a, b); sum := a + b end;\n';
const depth =
  'function depth(n: int64): int64; begin if n = 0 then depth := 0 else depth := depth(n - 1) + 1 end;\n';

interface Parts {
  uses?: string;
  declared?: string;
}

function main(body: string, { uses, declared = '' }: Parts = {}): string {
  return `program known;\n${uses ? `uses ${uses};\n` : ''}${declared}${sum}${depth}begin ${body} end.\n`;
}

const fails = (name: string, body: string, number: number, cause: string): KnownProgram => ({
  name,
  code: main(body),
  status: 'Runtime Error',
  reason: words('numbered_error', { number, cause }),
});

export const knownPrograms: readonly KnownProgram[] = [
  ...knownEndings('pascal', {
    right: main('writeln(sum)'),
    'right, without a last newline and with spaces': main("write('  ', sum, '  ', #13#10#10)"),
    'right, with noise on standard error': main('writeln(stderr, 41); write(sum)'),
    'right, with a huge array that is never touched': main('writeln(sum + huge[20])', {
      declared: 'var huge: array[0..1 shl 30] of byte;\n',
    }),
    'right, with a deep recursion': main('writeln(sum + depth(200000) - 200000)'),
    'right, and an exit in the middle': main('write(sum); if seekeof then halt; writeln(43)'),
    wrong: main('writeln(sum - 1)'),
    silent: main(''),
    'one token too many': main("writeln('42 42')"),
    'right, then a loop without end': main('writeln(sum); flush(output); while true do'),
    'a sleeper': main('sleep(100000)', { uses: 'sysutils' }),
    'memory used up, page by page': main(
      'while true do begin getmem(p, 1 shl 20); fillchar(p^, 1 shl 20, 1) end',
      {
        declared: 'var p: pointer;\n',
      },
    ),
    'a recursion without end': main('writeln(depth(-1))'),
    'one allocation beyond all measure': main('getmem(p, sum shl 40); p[1] := #1; writeln(p[2])', {
      declared: 'var p: pchar;\n',
    }),
    'right, with a non-zero exit code': main('writeln(sum); halt(3)'),
    'a flood of output': main("while true do writeln('42 42 42 42 42 42 42 42 42 42 42 42 42 42 42 42')"),
    'an error of the language': {
      code: main('writeln(1 div (sum - 42))'),
      reason: words('numbered_error', { number: 200, cause: 'division by zero' }),
    },
    'an error in words of its own, made of the input': {
      code: `{$mode objfpc}\n${main('raise esecret.create(inttostr(sum))', {
        uses: 'sysutils',
        declared: 'type esecret = class(exception) end;\n',
      })}`,
      reason: words('uncaught_exception', { exception: null }),
    },
    abort: main('fpkill(fpgetpid, sigabrt)', { uses: 'baseunix' }),
    'the network': main('if fpsocket(2, 1, 0) < 0 then halt(5)', { uses: 'sockets' }),
    'another process': main('if fpfork < 0 then halt(6)', { uses: 'baseunix' }),
    'a file of the machine': main(
      "assign(f, '/etc/passwd'); {$I-} reset(f); {$I+} if ioresult <> 0 then writeln(sum)",
      { declared: 'var f: text;\n' },
    ),
    'no program': { code: 'begin undeclared end.\n', compilerPrints: 'main.pas(1' },
    'a secret of the machine as source': {
      code: '{$I /etc/passwd}\nbegin end.\n',
      compilerPrints: 'open include file',
    },
  }),
  fails('null access', 'plongint(pointer(sum - 42))^ := 1', 216, 'invalid memory access'),
  fails('a range check', '{$R+} writeln(chr(sum + 1000))', 201, 'range check error'),
  {
    name: 'an exception out of the program',
    code: main('writeln(1 div (sum - 42))', { uses: 'sysutils' }),
    status: 'Runtime Error',
    reason: words('uncaught_exception', { exception: 'EDivByZero' }),
  },
];
