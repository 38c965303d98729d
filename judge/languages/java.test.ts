import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testLanguage } from './testing.ts';

const main = (body: string) => `public static void main(String[] args) throws Exception { ${body} }`;
const printSum =
  'var in = new java.util.Scanner(System.in); System.out.println(in.nextInt() + in.nextInt());';
const printOther = 'System.out.println(-1);';
const accepted = { status: 'Accepted', why: null };

await testLanguage('java', ({ judge }) => {
  test.each([
    [
      'the public one, whatever its name and where it has its main method from',
      `// public class Wrong {
package some.where; /* public class Wrong { */
@SuppressWarnings("public class Wrong {") interface First {
  String TEXT = """
      public class Wrong {
      \\""" " """;
  char QUOTE = '"';
}
class Second { public int x; ${main(printOther)} }
\\u0070ublic c\\u006cass Größe extends Base \\u007b }
class Base { ${main(printSum)} }
`,
    ],
    [
      'else the first that has one',
      `record Point(int x, int y) { private static void main(String[] args) { } }
class Node { static void main(int[] args) { } class Inner { } }
interface Solve { static void main(String... args) { ${printSum} } }
enum Last { ONE; ${main(printOther)} }
`,
    ],
    [
      'also with names of the library, a mark at the beginning and lines as Windows has them',
      `\ufeffclass String { }\nclass System2 { }\npublic class Scanner {\n${main(printSum).replace('String[]', 'java.lang.String[]')}\n}\n`.replaceAll(
        '\n',
        '\r\n',
      ),
    ],
    [
      'also with warnings',
      `import java.util.*;\nclass A { ${main(`List raw = new ArrayList(); raw.add(1); new Date(1, 2, 3); ${printSum}`)} }\n`,
    ],
  ])('the class that is started is %s', async (_, code) => {
    expect(await judge(code)).toEqual(accepted);
  });

  test.each([
    ['nothing', '', 'Main.java: error: no class has a main method to start with'],
    ['a comment', '// public class Main { }', 'Main.java: error: no class has a main method'],
    [
      'a main method with arguments of its own class',
      `class String { }\nclass A {\n${main('')} }`,
      'Main.java:3: error: this main method cannot be started, it has to be public static void main(String[] args)',
    ],
    [
      'two public classes',
      `public class A { ${main('')} }\npublic class B { }`,
      'Main.java:2: error: class B is public, should be declared in a file named B.java',
    ],
    [
      'a module',
      'module a { }',
      'Main.java:1: error: module declarations should be in a file named module-info.java',
    ],
    [
      'a package of the library',
      `package java.util;\npublic class A { ${main('')} }`,
      'Main.java:1: error: package exists in another module: java.base',
    ],
    [
      'other bytes than UTF-8',
      Buffer.from(`class A { ${main('')} } // \xe9`, 'latin1'),
      'Main.java:1: error: unmappable character (0xE9) for encoding UTF-8',
    ],
    [
      'an expression a million operators deep',
      `class A { int x = ${'~'.repeat(1_000_000)}1; }`,
      'Main.java: error: nested too deeply for the compiler',
    ],
  ])('%s is a Compilation Error that says why', async (_, code, why) => {
    const judged = await judge(code);
    expect(judged).toMatchObject({ status: 'Compilation Error', why: expect.stringContaining(why) });
    expect(judged.why).not.toMatch(/\/usr|minos-work|\tat /);
  });

  test('a program reaches nothing of the machine', async () => {
    const code = readFileSync(new URL('java/suite/Reach.java', import.meta.url));
    const answer = [
      'class Own$$$Attempt',
      'processors 1',
      'process 2',
      'user ? in /minos-work',
      'text UTF-8 é €',
      'threads bounded',
      'end',
    ];
    const limits = { timeLimitMs: 10_000 };
    expect(await judge(code, { answer: answer.join('\n'), limits })).toEqual(accepted);
  });

  test('what would take part in compiling is compiled, and nothing more', async () => {
    const code = `import com.sun.source.util.*;
import java.util.*;
import javax.annotation.processing.*;
import javax.lang.model.element.TypeElement;
@Main.Mark @SupportedAnnotationTypes("*")
public class Main extends AbstractProcessor implements Plugin {
  @interface Mark { }
  static void breakOff() { if (!System.getProperty("java.class.path").equals("main.jar")) Runtime.getRuntime().halt(7); }
  static { breakOff(); }
  @Override public boolean process(Set<? extends TypeElement> marks, RoundEnvironment round) { breakOff(); return true; }
  @Override public String getName() { return "main"; }
  @Override public void init(JavacTask task, String... args) { breakOff(); }
  @Override public boolean autoStart() { return true; }
  ${main(printSum)}
}
`;
    expect(await judge(code)).toEqual(accepted);
  });

  test('the compiler’s own classes are none of a program’s', async () => {
    expect(await judge(`class A { ${main('CompileJava.main(args);')} }`)).toMatchObject({
      status: 'Compilation Error',
      why: expect.stringContaining('cannot find symbol'),
    });
  });
});
