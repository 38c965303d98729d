import { expect, test } from 'vitest';
import { testLanguage } from './testing.ts';

await testLanguage('pascal', ({ judge, compile }) => {
  test.each([
    ['a byte order mark', '\ufeffbegin writeln(42) end.'],
    ['lines of Windows', 'begin\r\n  writeln(42)\r\nend.\r\n'],
    ['warnings', 'var x, y: longint;\nbegin y := x; writeln(42) end.'],
    ['text behind the end', 'begin writeln(42) end.\nand so on'],
    [
      'classes and long strings',
      '{$mode objfpc}{$H+}\nuses classes, sysutils, fgl;\nvar l: tstringlist;\nbegin l := tstringlist.create; l.add(inttostr(42)); writeln(l[0]) end.',
    ],
    ['operators of C', 'var x: longint = 41;\nbegin x += 1; writeln(x) end.'],
    ['a look whether it is judged', 'begin {$ifdef ONLINE_JUDGE} writeln(42) {$endif} end.'],
  ])('%s does no harm', async (_, code) => {
    expect(await judge(code)).toEqual({ status: 'Accepted', why: null });
  });

  test.each([
    ['nothing', '', '"BEGIN" expected'],
    ['a comment', '{ later }', '"BEGIN" expected'],
    ['no program', 'procedure solve; begin end;', 'main.pas'],
    ['two programs', 'begin writeln(42) end;\nbegin end.', 'main.pas(1'],
    ['a unit', 'unit solution;\ninterface\nimplementation\nend.', 'expecting PROGRAM'],
    ['a unit of this name', 'unit main;\ninterface\nimplementation\nend.', 'a unit, not a program'],
    ['a library', 'library x;\nbegin\nend.', 'a library, not a program'],
    [
      'a library with a main of its own',
      'library x;\nprocedure main; cdecl; begin writeln(42) end;\nexports main;\nbegin\nend.',
      'a library, not a program',
    ],
    [
      'threads by a library of the machine',
      'uses cthreads;\nbegin writeln(42) end.',
      'needs shared libraries',
    ],
    ['memory by a library of the machine', 'uses cmem;\nbegin writeln(42) end.', 'needs shared libraries'],
    ['a NUL', 'begin\n\0end.', 'main.pas:2:1: error: the source has a NUL character here'],
    ['a wrong type', "var x: longint;\nbegin x := 'a'; end.", 'main.pas(2'],
    ['a unit from elsewhere', 'uses nowhere;\nbegin end.', 'main.pas(1'],
    ['an object from elsewhere', '{$L nowhere.o}\nprocedure x; external;\nbegin x end.', 'nowhere.o'],
  ])('%s is a Compilation Error', async (_, code, said) => {
    const { status, why } = await judge(code);
    expect({ status, why }).toEqual({ status: 'Compilation Error', why: expect.stringContaining(said) });
    expect(why).not.toMatch(pathOfMachine);
  });

  test.each([
    ['a list of users', '{$I /etc/passwd}\nbegin end.'],
    ['an environment', '{$INCLUDE /proc/self/environ}\nbegin end.'],
    ['bytes without end', '{$I /dev/zero}\nbegin end.'],
  ])('a source gets nothing of the machine: %s', async (_, code) => {
    expect(await compile(code)).toMatch(/open include file/);
  });

  test('a program that is too large is told so', async () => {
    const texts = Array.from({ length: 6000 }, (_, i) => `'${`${i}`.padEnd(200, '.')}'`);
    const code = `const a: array[1..6000] of string[200] = (${texts.join(',')});\nbegin writeln(a[7]) end.`;
    expect(await compile(code, { fileSizeBytes: 1 << 20 })).toContain('the program is larger than');
  });
});

const pathOfMachine = /\/usr\/|\/lib\/|\/tmp\/|root:|\/root|minos-work/;
