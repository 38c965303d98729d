/**
 * No text that a person reads stands outside the catalogue.
 *
 * Read by people is what a page shows, what the API answers and what a row keeps for either. It is not: the log, what
 * goes to a terminal (set-up, supervisor, backup, a refusal to start), the API's own documentation, descriptions of
 * metrics, and errors whose text only developers meet. These are in English and stand where they are used.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import { en } from '#contract/messages/en.ts';
import { toldStatuses } from '#contract/statuses.ts';

const root = join(import.meta.dirname, '..');

/** Files and folders that hold several words in a row all the same, and what they are. */
const exempt: Readonly<Record<string, string>> = {
  'contract/archive-kinds.ts': 'names of ways to pack, and what their files begin with',
  'judge/import/entry-checks.ts': 'names of ways to compress',
  'judge/import/foreign-patterns.ts': 'code that is run apart',
  'judge/import/formats/kattis-solutions.ts': 'keys',
  'judge/languages/*/known-programs.ts': 'programs, and what they are called',
  'judge/languages/known-ways.ts': 'what known programs are called',
  'judge/languages/*/runtime-words.ts': 'words and names of a runtime',
  'judge/languages/go.ts': 'a command',
  'judge/languages/java.ts': 'the name of a class',
  'judge/languages/kotlin.ts': 'commands',
  'judge/languages/pascal.ts': 'in a compiler’s place',
  'judge/languages/pascal/find-fpc.ts': 'what a compiler calls itself',
  'judge/languages/cpp/assembly.ts': 'a key',
  'judge/compile/cpp-differences/': 'C++, and a tool for developers',
  'judge/languages/gnu/diagnostics.ts': 'a compiler’s words',
  'judge/languages/cpp/far-library.ts': 'names of a library',
  'judge/languages/cpp/library-changes.ts': 'words of a programming language',
  'judge/languages/cpp/precompile.ts': 'words between us and our plug-in',
  'server/greeting.ts': 'for the terminal',
  'server/main.ts': 'for the terminal',
  'server/security.ts': 'a header',
  'server/web-files.ts': 'HTML',
  'store/access.ts': 'SQL, and a warning for the log',
  'store/backup/': 'for the terminal',
  'store/embedded-postgres.ts': 'for the terminal',
  'store/migrate.ts': 'for the terminal',
  'store/queue.ts': 'for the log',
  'store/changes.ts': 'SQL',
  'web/src/app/page-drawing.tsx': 'HTML',
  'web/src/app/theme/theme.ts': 'CSS',
  'web/src/components/code-mirror.tsx': 'CSS',
  'web/src/features/languages/example-programs.ts': 'programs',
  'web/src/lib/first-answers.ts': 'HTML',
  'web/src/lib/starting-programs.ts': 'programs',
};

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const hasLetter = /\p{L}/u;
/** Two words, with what may stand between words. */
const prose = /\p{L}{2,}[’'”,;:.)]*\s+[“‘(]?\p{L}{2,}/u;
/** One word as it stands on a button or in a heading. Codes, keys and the like are written small. */
const capitalWord = /^\p{Lu}\p{Ll}+[.!?:…]*$/u;
/** Proper names, the same in every language. */
const names = ['Minos', 'Kattis', 'Polygon', 'Hydro'];
/** Attributes of an element that people read or hear, be it a single word. */
const readAttribute =
  /^(aria-(label|description|roledescription|valuetext|placeholder)|title|placeholder|alt|label|description)$/;
/** Those that are for the browser, however many words they have. In all others a sentence is a sentence. */
const technicalAttribute =
  /^(className|rel|externalLinkRel|style|d|viewBox|sandbox|allow|sizes|media|aria-(describedby|labelledby))$/;
/** What others than developers and operators read of an error has a code; its type sees to that. */
const developersError = /^(Error|TypeError|StartError|PassingStartError|ScoringPlanError|PageNotLoaded)$/;
const logging = /(^|\.)(logger|log|console)(\.\w+|\[.+\])$|^warn$/;
/** SQL, headers of answers, the API's documentation, and lists of words. */
const technicalCall =
  /\.(query|for|header|type|describe|split|update|includes|startsWith|endsWith)$|^(super|copyIn|copyOut)$/;
const technicalProperty = /^(summary|description|help|application_name|onDelete|isolationLevel|accessMode)$/;

/** The texts in a file that a reader may meet, each with its line. */
function findTexts(path: string, code: string): string[] {
  const sourceOf = (node: unknown) =>
    code.slice((node as Node).start, (node as Node).end).replace(/\s+/g, '');

  function isForOthers(parent: Node): boolean {
    switch (parent.type) {
      case 'ImportDeclaration':
      case 'TSLiteralType':
        return true;
      case 'NewExpression':
        return developersError.test(sourceOf(parent.callee));
      case 'TaggedTemplateExpression':
        return sourceOf(parent.tag).startsWith('sql');
      case 'CallExpression':
        return logging.test(sourceOf(parent.callee)) || technicalCall.test(sourceOf(parent.callee));
      case 'Property':
        return !path.startsWith('web/') && technicalProperty.test(sourceOf(parent.key));
      default:
        return false;
    }
  }

  /** The attribute that a text is the value of, not one of an element or a function around it. */
  function attributeOf(parents: readonly Node[]): string | null {
    const around = parents.findLast(({ type }) => /^JSX(Attribute|Element)$|Function/.test(type));
    return around?.type === 'JSXAttribute' ? sourceOf(around.name) : null;
  }

  /** What an element shows: `{'Welcome'}`, `{isOpen ? 'Shut' : 'Open'}`, `{`${count} tests`}`. */
  function isShown(parents: readonly Node[]): boolean {
    const around = parents.findLastIndex(({ type }) => !passing.test(type));
    const [element, container] = [parents[around - 1], parents[around]];
    return (
      container?.type === 'JSXExpressionContainer' && /^JSX(Element|Fragment)$/.test(element?.type ?? '')
    );
  }

  /** Foreign words are never written down here. */
  function isVerbatim(parent: Node): boolean {
    return parent.type === 'CallExpression' && /^words\('verbatim'/.test(sourceOf(parent));
  }

  function isRead(node: Node, text: string, parents: readonly Node[]): boolean {
    if (node.type === 'JSXText') return hasLetter.test(text);
    if (parents.some(isForOthers)) return false;
    if (text !== 'verbatim' && parents.some(isVerbatim)) return hasLetter.test(text);
    const attribute = attributeOf(parents);
    if (attribute !== null && technicalAttribute.test(attribute)) return false;
    const isWholeText = isShown(parents) || (attribute !== null && readAttribute.test(attribute));
    if (isWholeText && !isComparison(parents.at(-1))) return hasLetter.test(text);
    if (isStatus(text) || names.includes(text) || isDecidedBy(node, parents.at(-1))) return false;
    return prose.test(text) || capitalWord.test(text);
  }

  function* walk(node: Node, parents: readonly Node[]): Generator<string> {
    const text = textOf(node);
    if (text !== null && isRead(node, text, parents)) {
      yield `${path}:${code.slice(0, node.start).split('\n').length}: ${text.trim()}`;
    }
    for (const child of Object.values(node).flat()) if (isNode(child)) yield* walk(child, [...parents, node]);
  }

  return [...walk(parseAst(code, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node, [])];
}

/** Through which a text passes as it is. */
const passing = /^(Conditional|Logical|Binary|Parenthesized|TSAs|TSSatisfies)Expression$|^TemplateLiteral$/;

function isComparison(parent: Node | undefined): boolean {
  return parent?.type === 'BinaryExpression' && parent.operator !== '+';
}

/** A value that something is compared with, and never shown. */
function isDecidedBy(node: Node, parent: Node | undefined): boolean {
  return isComparison(parent) || (parent?.type === 'SwitchCase' && parent.test === node);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

function textOf({ type, value }: Node): string | null {
  if (type === 'TemplateElement') return (value as { cooked: string }).cooked;
  return (type === 'Literal' || type === 'JSXText') && typeof value === 'string' ? value : null;
}

/** As SPEC names them, in answers and in rows, or told in their place; the pages show what the catalogue calls them. */
function isStatus(text: string): boolean {
  return text === 'Hidden' || (toldStatuses as readonly string[]).includes(text);
}

const sources = globSync('{server,judge,store,contract,web/src}/**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !/^contract\/messages\/|\.test\.ts$|\/testing(\.ts|\/)|-testing\.ts$/.test(path))
  .sort();
const read = (path: string) => findTexts(path, readFileSync(join(root, path), 'utf8'));
const isIn = (place: string) => {
  const pattern = RegExp.escape(place).replaceAll('\\*', '[^/]+');
  return (path: string) => new RegExp(`^${pattern}${place.endsWith('/') ? '' : '$'}`).test(path);
};

/** What a page shows, or tells of itself, before there is a script; the build puts the texts where their names stand. */
function findHtmlTexts(html: string): string[] {
  const shown = [...html.matchAll(/>([^<]+)</g), ...html.matchAll(/name="description" content="([^"]*)"/g)];
  return shown
    .map(([, text = '']) => text.replaceAll(/\{\w+\}/g, '').trim())
    .filter((text) => hasLetter.test(text) && !names.includes(text));
}

describe('the catalogue', () => {
  it('holds every text that a person reads', () => {
    const places = Object.keys(exempt).map(isIn);
    const checked = sources.filter((path) => !places.some((matches) => matches(path)));
    expect(checked.length).toBeGreaterThan(200);
    expect(checked.flatMap(read)).toEqual([]);
  });

  it('holds those of the page without its script', () => {
    expect(findHtmlTexts(readFileSync(join(root, 'web/index.html'), 'utf8'))).toEqual([]);
    expect(findHtmlTexts('<title>{title}</title><noscript>Please turn it on.</noscript>')).not.toEqual([]);
  });

  it('holds no text that nothing shows', () => {
    const readers = [...sources, 'web/index.html'].map((path) => readFileSync(join(root, path), 'utf8'));
    const named = new Set(readers.join('\n').match(/\w+/g));
    const names = Object.values(en).flatMap((texts) => (typeof texts === 'object' ? Object.keys(texts) : []));
    expect(names.filter((name) => /^\w+$/.test(name) && !named.has(name))).toEqual([]);
  });

  it('is not left out without need', () => {
    const needless = Object.keys(exempt).filter(
      (place) => sources.filter(isIn(place)).flatMap(read).length === 0,
    );
    expect(needless).toEqual([]);
  });

  it.each([
    ['server/x.ts', `throw new ApiError('forbidden', 'Staff only, please.');`],
    ['server/x.ts', `export const x = { reason: \`Judged by \${name} at noon\` };`],
    ['judge/x.ts', `const reasons = { SIGBUS: 'Bad memory access' };`],
    ['judge/x.ts', `throw new ArchiveRefused('This archive is broken.');`],
    ['store/x.ts', `await endImport(db, id, { message: 'The import has ended.' });`],
    ['contract/x.ts', `z.string().min(1, 'Title is required.');`],
    ['web/src/x.tsx', 'export const x = <p>Welcome</p>;'],
    ['web/src/x.tsx', 'export const x = <button aria-label="Close" />;'],
    ['web/src/x.tsx', `export const x = <p title={isOpen ? 'Shut' : texts.open} />;`],
    ['web/src/x.tsx', `export const x = <a onClick={() => tell('All is well')} />;`],
    ['web/src/x.tsx', 'export const x = <Note icon={<img alt="Mark" />} />;'],
    ['web/src/x.tsx', `export const x = <p>{'Welcome'}</p>;`],
    ['web/src/x.tsx', `export const x = <>{isOpen ? 'Shut' : texts.open}</>;`],
    ['web/src/x.tsx', `export const x = <p>{isOpen && 'Open'}</p>;`],
    ['web/src/x.tsx', `export const x = <p>{\`\${count} tests\`}</p>;`],
    ['web/src/x.tsx', `export const x = <p title={'Score ' + score} />;`],
    ['web/src/x.tsx', 'export const x = <Notice message="All is well" />;'],
    ['web/src/x.tsx', 'export const x = <input placeholder="Name" />;'],
    ['server/x.ts', `throw new ApiError('forbidden', words('verbatim', { text: 'Forbidden' }));`],
    ['web/src/x.tsx', `const line = isOpen ? 'Nothing to see here' : texts.line;`],
    ['web/src/x.ts', `const label = isOpen ? 'Shut' : texts.open;`],
    ['web/src/x.tsx', `const buttons = [{ text: 'Open', onClick: open }];`],
    ['server/x.ts', `const answer = { message: 'Forbidden.' };`],
  ])('misses what stands in %s: %s', (path, code) => {
    expect(findTexts(path, code)).not.toEqual([]);
  });

  it.each([
    ['server/x.ts', `logger.info({ id }, 'the import has ended');`],
    ['server/x.ts', `throw new Error('A new contest has no id');`],
    ['store/x.ts', 'await db.execute(sql`select id from users where true`);'],
    ['contract/x.ts', `defineCall({ summary: 'Create an account' });`],
    ['judge/x.ts', `if (status === 'Time Limit Exceeded') stop();`],
    ['web/src/x.ts', `if (key === 'Enter' || types.includes('Files')) choose();`],
    ['web/src/x.ts', `switch (key) { case 'Escape': close(); }`],
    [
      'web/src/x.tsx',
      'export const x = <a rel="noopener noreferrer" title={texts.title}>{texts.open} / 100</a>;',
    ],
  ])('does not ask for what stands in %s: %s', (path, code) => {
    expect(findTexts(path, code)).toEqual([]);
  });
});
