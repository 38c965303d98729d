/**
 * Whether a program may change the library for the library's own templates. What was left out of a precompiled header
 * (far-library.ts) sees such a change with the plain compiler, which may refuse it, and not with that header. There are
 * five ways: a specialised function, class or variable, whatever is added to a namespace of the library's, and words that
 * only macros put together.
 *
 * A compiler would know; this reads a text, and so takes for harmless only what plainly is: whatever is left in doubt costs
 * the program nothing but time. "On one line" matters because a directive ends where its line does, and because only
 * neighbours in one line stay neighbours, whatever macros make of them.
 */

/** Blanks within a line. */
const _ = String.raw`[ \t]*`;

interface Definition {
  name: string;
  parameters: readonly string[];
  body: string;
}

/** Whether a word may become others. */
type IsMacro = (word: string) => boolean;

/** `text`: without comments, and without what is in texts. */
export function mayChangeLibrary(text: string): boolean {
  const code = text.replaceAll('%:', '#');
  if (oddBlanks.test(code) || macrosOfHeaders.test(code)) return true;
  const definitions = [...code.matchAll(define)].map(readDefinition);
  const names = new Set(definitions.map(({ name }) => name));
  const mayDefine = ({ name, parameters, body }: Definition) => {
    const isMacro = (word: string) => names.has(word) || parameters.includes(word);
    if (keywords.includes(name) || mayPaste(parameters, body) || endsArguments.test(body)) return true;
    return mayChange(`${body}${end}`, isMacro);
  };
  return definitions.some(mayDefine) || mayChange(code.replaceAll(define, end), (word) => names.has(word));
}

const oddBlanks = /[\0\f\v]/;
/** They open namespaces of the library's, name them, or paste. */
const macrosOfHeaders = /\b(?:_GLIBCXX_(?!DEBUG\b)|__CONCAT|__gthrw)/;
const define = new RegExp(String.raw`#${_}define[ \t]+(\w+)(?:\(([^)\n]*)\))?([^\n]*)`, 'g');
/** They could be those of a class, as in `struct Own<T>::rebind<T*>`. */
const endsArguments = />\s*::/;
/** Where a definition ends, and what stands for it in the rest: behind it may come anything. */
const end = ' #';

function readDefinition([, name = '', given = '', body = '']: readonly string[]): Definition {
  return { name, parameters: [...given.split(/\W+/), '__VA_ARGS__'], body: body.trim() };
}

/** By another meaning of these a program would look like another. */
const keywords =
  list(`template typename namespace struct class union using std enum inline friend final operator alignas
  requires constexpr if static_assert`);
const structure = list('template namespace struct class union using std');

function list(words: string): readonly string[] {
  return words.split(/\s+/);
}

/**
 * Whether it can paste one of these words together, or the name of a variable of the library's: that is a template, and so
 * stands before `<`, or where a macro ends or calls another.
 */
function mayPaste(parameters: readonly string[], body: string): boolean {
  if (!body.includes('##')) return false;
  if (body.includes('__VA_OPT__') || /:\s*##|##\s*:/.test(body)) return true;
  // From the beginning of a word: a long one would else be read anew from each of its letters.
  return [...body.matchAll(/\b\w+(?:\s*##\s*\w+)+\s*(.?)/g)].some(([pasted, behind = '']) => {
    const pieces = pasted.split(/\s*##\s*/).map((piece) => wordsOf(piece)[0] ?? '');
    const isStructure = (word: string) =>
      pieces.every((piece) => parameters.includes(piece) || word.includes(piece));
    return structure.some(isStructure) || !'=;+-[.'.includes(behind || ' ');
  });
}

function wordsOf(text: string): readonly string[] {
  return text.match(/\w+/g) ?? [];
}

function mayChange(piece: string, isMacro: IsMacro): boolean {
  return (
    maySpecialiseFunction(piece, isMacro) ||
    mayOpenLibrary(piece, isMacro) ||
    maySpecialiseClass(piece, isMacro) ||
    mayQualify(piece, isMacro) ||
    piece.search(variableOfLibrary) >= 0
  );
}

/** Behind each `template` come parameters on one line: a specialisation has none. */
function maySpecialiseFunction(piece: string, isMacro: IsMacro): boolean {
  return [...piece.matchAll(templates)].some(([, word]) => !word || isMacro(word) || isMacroOfHeaders(word));
}

const templates = new RegExp(String.raw`\btemplate\b(?:${_}<${_}(\w+))?`, 'g');

/** Macros of the library's own begin with an underscore, guards of some headers are capitals and underscores. */
function isMacroOfHeaders(word: string): boolean {
  return /^_|^[A-Z\d]+_[A-Z\d_]*$/.test(word);
}

/** Whether it has a namespace that is not plainly its own, or names `std` other than to say what is in it. */
function mayOpenLibrary(piece: string, isMacro: IsMacro): boolean {
  const others = piece.replaceAll(usesStd, ';');
  const isOwn = ([, using, name = '']: readonly (string | undefined)[]) =>
    using !== undefined || name === '{' || (/^(?!std$)[A-Za-z]/.test(name) && !isMacro(name));
  return ![...others.matchAll(namespaces)].every(isOwn) || bareStd.test(others);
}

const usesStd = /\busing[ \t]+namespace[ \t]+std[ \t]*;/g;
const namespaces = new RegExp(String.raw`(\busing[ \t]+)?\bnamespace\b${_}(\{|\w+)?`, 'g');
const bareStd = new RegExp(String.raw`\bstd\b(?!${_}::)`);

/**
 * Whether it has the head of a class that is not plainly its own. With `using namespace std`, `struct decay<T*>` is the
 * library's. None of the library's class templates begins with a capital letter (those of pb_ds do, see far-library.ts).
 */
function maySpecialiseClass(piece: string, isMacro: IsMacro): boolean {
  return [...piece.matchAll(classes)].some(({ index, 0: head, 1: first, 2: name = '', 3: next = '' }) => {
    if (name === '') return !(/[{.=>]/.test(next) || (first && next === ','));
    if (isMacro(name) || name === 'alignas' || name.startsWith('_') || next === '::') return true;
    // A parameter, or a type among the arguments of a template.
    if (first) return false;
    if (/^\w/.test(next)) return isMacro(next) || isMacroOfHeaders(name) || isMacroOfHeaders(next);
    if (/^[a-z\d]/.test(name)) return !/[{:;=>*&.]/.test(next);
    return next === '#' || (next === '<' && !isOwnTemplate(piece, index + head.length));
  });
}

const classes = new RegExp(
  String.raw`(<${_})?\b(?:struct|class|union)\b${_}(\w*)(?=\s*(::|\w+|[^\w\s])?)`,
  'g',
);

/** And not a class in it, where `Own` may be another name of one of the library's. */
function isOwnTemplate(piece: string, behindName: number): boolean {
  restOfHead.lastIndex = behindName;
  const rest = restOfHead.exec(piece)?.[0];
  return rest !== undefined && !endsArguments.test(rest);
}

const restOfHead = /[^;{]{0,500}[;{]/y;

/**
 * Whether `::` stands where macros might put it behind the name of a class or a namespace: behind anything but a word that
 * is none. Functions of C are often named so.
 */
function mayQualify(piece: string, isMacro: IsMacro): boolean {
  for (let at = piece.indexOf('::'); at >= 0; at = piece.indexOf('::', at + 2)) {
    let behindWord = at;
    while (' \t'.includes(piece[behindWord - 1] ?? '|')) behindWord--;
    let start = behindWord;
    while (/\w/.test(piece[start - 1] ?? '|')) start--;
    const word = piece.slice(start, behindWord);
    functionOfC.lastIndex = at + 2;
    const isPlain = word === '' ? piece[start - 1] === '>' || functionOfC.test(piece) : !isMacro(word);
    if (!isPlain) return true;
  }
  return false;
}

const functionOfC = /(?:is|to)[a-z]+\b(?![ \t]*[<:])/y;

/**
 * A variable of the library's that is a template, or the word may be one, unless it plainly is a condition. A test compares
 * these words with the library's headers; two underscores begin what the next release of them may have.
 */
const variableOfLibrary = new RegExp(
  String.raw`\b(?=(?:${[
    String.raw`(?:is|has|ratio|treat|uses)_\w+_v`,
    '(?:conjunction|disjunction|negation|alignment_of|extent|rank|tuple_size|variant_size)_v',
    String.raw`(?:e|egamma|pi|phi|inv_\w+|ln\d+|log\w+e|sqrt\d)_v`,
    String.raw`(?:en|dis)able_(?!if)\w+|in_place_\w+|_S_\w+`,
    String.raw`__(?!(?:${[
      String.raw`gcd|lg|builtin_\w+|u?int128(?:_t)?|float128|int64|cplusplus|func__|attribute__|extension__`,
      '(?:inline|restrict|typeof|asm|volatile)(?:__)?',
    ].join('|')})\b)[a-z]\w*`,
  ].join('|')})\b)(?<!(?:[<!|]|\brequires|\b(?:if constexpr|static_assert)${_}\()${_}(?:std${_}::${_})?)`,
);
