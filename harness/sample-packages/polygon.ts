import type { SamplePackage } from './sample-package.ts';
import {
  large,
  narrow,
  python,
  right,
  slow,
  small,
  statement,
  testFiles,
  testlib,
  testlibChecker,
  wordy,
  wrong,
} from './sums.ts';

const tests = [small(1), small(2), small(3), small(4), large(5), large(6)];
const tags = {
  'main.cpp': ['main', right],
  'narrow.cpp': ['wrong-answer', narrow],
  'slow.cpp': ['time-limit-exceeded', slow],
  'wordy.cpp': ['presentation-error', wordy],
  'either.cpp': ['time-limit-exceeded-or-accepted', right],
  'wrong.cpp': ['rejected', wrong],
  'other.py': ['accepted', python],
} as const;

const problem = `<?xml version="1.0" encoding="utf-8" standalone="no"?>
<problem revision="7" short-name="two-numbers">
  <names>
    <name language="russian" value="Два числа"/>
    <name language="english" value="Two numbers &amp; a sum"/>
  </names>
  <statements>
    <statement language="russian" path="statements/.pdf/russian/problem.pdf" type="application/pdf"/>
    <statement language="english" path="statements/.pdf/english/problem.pdf" type="application/pdf"/>
    <statement language="english" path="statements/.html/english/problem.html" type="text/html"/>
    <statement language="english" path="statements/english/problem.tex" type="application/x-tex"/>
  </statements>
  <judging cpu-name="any" cpu-speed="3600" input-file="" output-file="">
    <testset name="pretests">
      <time-limit>500</time-limit>
      <memory-limit>1048576</memory-limit>
      <test-count>1</test-count>
      <input-path-pattern>pretests/%02d</input-path-pattern>
      <answer-path-pattern>pretests/%02d.a</answer-path-pattern>
      <tests><test method="manual"/></tests>
    </testset>
    <testset name="tests">
      <time-limit>500</time-limit>
      <memory-limit>256000000</memory-limit>
      <test-count>6</test-count>
      <input-path-pattern>tests/%02d</input-path-pattern>
      <answer-path-pattern>tests/%02d.a</answer-path-pattern>
      <tests>
        <test group="0" method="manual" points="0.0" sample="true"/>
        <test group="1" method="manual" points="10.5"/>
        <test cmd="gen 3" group="1" method="generated" points="10.5"/>
        <test group="2" method="manual" points="12.5"/>
        <test group="2" method="manual" points="25"/>
        <test group="3" method="manual" points="41.5"/>
      </tests>
      <groups>
        <group feedback-policy="complete" name="0" points="0" points-policy="complete-group"/>
        <group feedback-policy="icpc" name="3" points="41.5" points-policy="complete-group">
          <dependencies><dependency group="1"/><dependency group="2"/></dependencies>
        </group>
        <group feedback-policy="points" name="1" points="21" points-policy="complete-group">
          <dependencies><dependency group="0"/></dependencies>
        </group>
        <group feedback-policy="complete" name="2" points-policy="each-test"/>
      </groups>
    </testset>
  </judging>
  <files>
    <resources><file path="files/olymp.sty"/><file path="files/testlib.h" type="h.g++"/></resources>
    <executables><executable><source path="files/gen.cpp" type="cpp.g++17"/></executable></executables>
  </files>
  <assets>
    <checker name="check.cpp" type="testlib">
      <source path="files/check.cpp" type="cpp.g++17"/>
      <binary path="check.exe" type="exe.win32"/>
      <copy path="check.cpp"/>
    </checker>
    <validators><validator><source path="files/val.cpp" type="cpp.g++17"/></validator></validators>
    <solutions>
${Object.entries(tags)
  .map(([name, [tag]]) => `      <solution tag="${tag}"><source path="solutions/${name}"/></solution>`)
  .join('\n')}
    </solutions>
  </assets>
</problem>
`;

export async function makePolygonPackages(): Promise<SamplePackage[]> {
  const number = (index: number) => String(index + 1).padStart(2, '0');
  return [
    {
      folder: 'polygon',
      title: 'Two numbers & a sum',
      entries: [
        { name: 'problem.xml', content: problem },
        { name: 'statements/.pdf/russian/problem.pdf', content: statement },
        { name: 'statements/.pdf/english/problem.pdf', content: statement },
        { name: 'statements/.html/english/problem.html', content: '<p>Add them.</p>' },
        { name: 'statements/english/problem.tex', content: 'Add them.' },
        { name: 'statements/english/example.01', content: '1 2\n' },
        { name: 'files/olymp.sty', content: '%' },
        { name: 'files/testlib.h', content: testlib },
        { name: 'files/check.cpp', content: testlibChecker },
        { name: 'check.cpp', content: testlibChecker },
        { name: 'check.exe', content: 'MZ' },
        { name: 'files/gen.cpp', content: 'int main() {}' },
        { name: 'files/val.cpp', content: 'int main() {}' },
        { name: 'files/tests/validator-tests/01', content: '1 2\n' },
        { name: 'doall.sh', content: '#!/bin/sh\n' },
        { name: 'tags', content: 'easy\n' },
        ...testFiles('pretests/01', 'pretests/01.a', small(1)),
        ...tests.flatMap((sum, index) =>
          testFiles(`tests/${number(index)}`, `tests/${number(index)}.a`, sum),
        ),
        ...Object.entries(tags).flatMap(([name, [, code]]) => [
          { name: `solutions/${name}`, content: code },
          { name: `solutions/${name}.desc`, content: 'File name: x\n' },
        ]),
      ],
      solutions: [
        { name: 'main.cpp', verdict: { status: 'Accepted', score: 100 } },
        { name: 'either.cpp', verdict: { status: 'Accepted', score: 100 } },
        { name: 'narrow.cpp', verdict: { status: 'Wrong Answer', score: 33.5 } },
        { name: 'slow.cpp', verdict: { status: 'Time Limit Exceeded', score: 33.5 } },
        { name: 'wordy.cpp', verdict: { status: 'Wrong Answer', score: 0 } },
        { name: 'wrong.cpp', verdict: { status: 'Wrong Answer', score: 0 } },
        { name: 'other.py', verdict: { status: 'Accepted', score: 100 } },
      ],
    },
  ];
}
