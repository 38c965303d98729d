/**
 * Whether a program may change the library for the library's own templates. What was left out of a precompiled header
 * (far-library.ts) sees such a change with the plain compiler, which may refuse it, and not with that header. A program does
 * so by
 * - a function, a class or a variable of the library's that it specialises, or a member that it defines,
 * - whatever it adds to a namespace of the library's,
 * - an operator for everything,
 * - an attribute by which it forbids a function of the library's,
 * - a friend by which it says something of one, or a conversion by which one is taken that it does not name,
 * - a symbol by which it names one of the library's functions for the assembler or the linker, where nobody sees its words,
 * or by any of these in words that only macros put together. (A header that is read behind its macros is another: headers.ts.)
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
  const code = text.replace(byteOrderMark, '').replaceAll('%:', '#');
  if (oddSigns.test(code) || insideNames.test(code) || symbols.test(code)) return true;
  const definitions = [...code.matchAll(define)].map(readDefinition);
  if (mayChangeMacroOfHeaders(definitions, code)) return true;
  const names = namesOfMacros(definitions);
  const isMacro = (word: string) => names.has(word) || isMacroOfHeaders(word);
  const mayDefine = ({ name, parameters, body }: Definition) => {
    if ([name, ...parameters].some((word) => keywords.includes(word)) || endsArguments.test(body))
      return true;
    // The comma is taken away where nothing is pasted to it.
    const text = `${body.replaceAll(/,\s*##/g, ' ')}${end}`;
    return mayChange(text, (word) => isMacro(word) || parameters.includes(word));
  };
  const rest = code.replaceAll(define, end);
  if (definitions.some(mayPaste) || definitions.some(hasPartOfHead) || mayMoveHead(rest, definitions))
    return true;
  if (mayBefriendLibrary(rest, isMacro) || mayConvertToAll(code, isMacro)) return true;
  return definitions.some(mayDefine) || mayChange(rest, isMacro);
}

/** What begins the head of a template, a namespace, a class, an operator or a friend. */
const beginsHead = /\b(?:template|namespace|struct|class|union|using|operator|friend)\b/;
/** The one part of a head that contestants have a macro for. */
const templateHead = /^template[ \t]*<[ \t]*(?:class|typename)[ \t]+\w+[ \t]*>?$/;

/** Whether its body may be a part of a head, or open a call whose end is elsewhere. */
function hasPartOfHead({ body }: Definition): boolean {
  let open = 0;
  for (const [sign] of body.matchAll(/[()]/g)) {
    open += sign === '(' ? 1 : -1;
    if (open < 0) return true;
  }
  return open !== 0 || (beginsHead.test(body) && !templateHead.test(body));
}

/** Whether a head begins among the arguments of a macro, which may put them anywhere. */
function mayMoveHead(code: string, definitions: readonly Definition[]): boolean {
  const names = new Set(definitions.map(({ name }) => name));
  const calls: boolean[] = [];
  // Also what a macro has become may be called: `SAME(OTHER)(struct)`.
  let isMacro = false;
  for (const [word] of code.matchAll(/\w+|[^\w\s]/g)) {
    // A directive may leave out what closes the call.
    if (calls.at(-1) && (word === '#' || beginsHead.test(word))) return true;
    if (word === '(') calls.push(isMacro || calls.at(-1) === true);
    isMacro = word === ')' ? calls.pop() === true : names.has(word) || isMacroOfHeaders(word);
  }
  return false;
}

/**
 * Whether a friend may be a function of the library's: what is said of one, as by an attribute, is then said of that
 * function, and it takes no `template <>` to name one of those that a template makes. But it takes `::` before the name, or
 * arguments behind it.
 */
function mayBefriendLibrary(code: string, isMacro: IsMacro): boolean {
  return [...code.matchAll(/\bfriend\b/g)].some(({ index }) => {
    ownFriend.lastIndex = index;
    const [text] = ownFriend.exec(code) ?? [];
    return text === undefined || wordsOf(text).some(isMacro);
  });
}

/** A class, an operator, or what has its body there. Without one `friend F (f<int>)` would be a function if `F` is such a type. */
const ownFriend = new RegExp(
  String.raw`friend\s(?:${[
    String.raw`\s*(?:class|struct|union)\s+\w+\s*;`,
    String.raw`TYPE \b(?<!::\s*)operator\s*(?:SIGN|\(\s*\)|\[\s*\])\s*PARAMETERS[;{]`,
    String.raw`TYPE \b(?<!::\s*)[a-zA-Z]\w*\s*PARAMETERS\{`,
  ].join('|')})`
    .replaceAll('TYPE ', String.raw`(?:(?!\boperator\b)[\w\s:<>,*&]){0,300}`)
    .replace('SIGN', String.raw`<=>|->\*?|(?:<<|>>|[=!<>+\-*/%^&|])=?|&&|\|\||\+\+|--|[~,]`)
    .replaceAll(
      'PARAMETERS',
      String.raw`\([^(){};#]{0,500}\)\s*(?:const\b\s*)?(?:noexcept\b\s*)?(?:=\s*default\s*)?`,
    ),
  'y',
);

/** Whether something of its own becomes whatever a function of the library's wants, a type that the program does not name. */
function mayConvertToAll(code: string, isMacro: IsMacro): boolean {
  const parameters = new Set(
    [...code.matchAll(/\btemplate[ \t]*<[^>]*/g)].flatMap(([list]) => wordsOf(list)),
  );
  return [...code.matchAll(conversions)].some(
    ([text, plain]) => !plain || wordsOf(text).some((word) => parameters.has(word) || isMacro(word)),
  );
}

const conversions = /\boperator\s+(?=\w)([\w\s*&]{0,100}\()?/g;

const byteOrderMark = /^\xef\xbb\xbf/;
/** Blanks other than those of a line, and what may be a letter. */
const oddSigns = /[\0\f\v$\\\x80-\xff]/;
/**
 * Macros that open namespaces of the library's, name them or paste, and members and helpers that nobody else calls so. The
 * attribute is one that refuses a call also where it was compiled before.
 */
const insideNames = /\b(?:_GLIBCXX_(?!DEBUG\b)|__CONCAT|__gthrw|_[A-Z]\w*_[a-z])|unavailable/;
/** Functions of C++ are `_Z…` there. */
const symbols =
  /\b(?:_Z|_*(?:section|alias)_*\b|_Pragma\b|__REDIRECT|__LDBL_REDIR)|asm|__ASM|symver|weakref|ifunc|redefine_extname|\bpragma[ \t]+weak\b/;
const define = new RegExp(String.raw`#${_}define[ \t]+(\w+)(?:\(([^)\n]*)\))?([^\n]*)`, 'g');
/** Where a definition ends, and what stands for it in the rest: behind it may come anything. */
const end = ' #';
/** They could be those of a class, as in `struct Own<T>::rebind<T*>`. */
const endsArguments = />\s*::/;

function readDefinition([, name = '', given = '', body = '']: readonly string[]): Definition {
  return { name, parameters: given === '' ? [] : [...wordsOf(given), '__VA_ARGS__'], body: body.trim() };
}

/** But for `#define int long long` and the like, which is a type with the macro and without. */
function namesOfMacros(definitions: readonly Definition[]): ReadonlySet<string> {
  const others = definitions.filter((each) => !isTypeWord(each));
  const mayVanish = others.some(({ name }) => typeWords.test(name));
  return new Set((mayVanish ? definitions : others).map(({ name }) => name));
}

function isTypeWord({ parameters, body }: Definition): boolean {
  return parameters.length === 0 && typeWords.test(body);
}

const typeWords = /^(?:(?:unsigned|signed|long|short|int|char|double|float|bool|u?int64_t)\b[ \t]*)+$/;

/**
 * Macros of the library's own begin with an underscore. Of the others some are nothing, guards of headers, and some are
 * what they are given; a test looks for more.
 */
function isMacroOfHeaders(word: string): boolean {
  return /^_|^PB_DS_|^U?INT\w*_C$/.test(word);
}

/** Whether another meaning is given to what macros of the headers' own are made of: `INT_MAX` is `__INT_MAX__`. */
function mayChangeMacroOfHeaders(definitions: readonly Definition[], code: string): boolean {
  const taken = [...code.matchAll(undefine)].map(([, name = '']) => name);
  const given = definitions.filter((each) => !isTypeWord(each)).map(({ name }) => name);
  return [...taken, ...given].some((name) => insideMacrosOfHeaders.some((words) => words.test(name)));
}

const undefine = new RegExp(String.raw`#${_}undef[ \t]+(\w+)`, 'g');
/** A test compares these with the headers. */
const insideMacrosOfHeaders = [
  /^__\w/,
  /^_(?:NSIG|POSIX\w+|SC_\w+|setjmp|sifields|sigev_un)$/,
  /^(?:ADJ|BUS|CLD|F|FE|FP|FPE|ILL|ITIMER|LC|MATH|O|POLL|PRIO|PTHREAD|REG|RLIM|RLIMIT|RUSAGE|RWH)_/,
  /^(?:S|SA|SEEK|SEGV|SI|SIGEV|SS|STA|SYNC|TRAP)_|^SIG[A-Z]+$|^(?:EAGAIN|EDEADLK|EINTR|EOPNOTSUPP|MAP_ANONYMOUS)$/,
  /^(?:SCHAR|SHRT|INT|LONG|LONG_LONG|LLONG)_(?:MIN|MAX)$/,
  /^(?:bool|char|const|do|if|int|long|sizeof|static_cast|void|while)$/,
  /^(?:cpu_set|femode|fenv|locale|sem|size)_t$|^(?:st|tv)_\w+$|^std(?:in|out|err)$/,
  /^(?:errno|fpclassify|memcpy|sched_priority|strn?len|sysconf)$/,
];

/** By another meaning of these a program would look like another. */
const keywords = [
  ...[
    'template',
    'typename',
    'namespace',
    'struct',
    'class',
    'union',
    'using',
    'std',
    'enum',
    'inline',
    'friend',
  ],
  ...['final', 'operator', 'alignas', 'requires', 'constexpr', 'if', 'while', 'return', 'static_assert'],
];

/** Whether it pastes words together that nobody reads here, but for what leaves out a comma. */
function mayPaste({ body }: Definition): boolean {
  const others = body.replaceAll(/,\s*##\s*__VA_ARGS__\b/g, ',').replaceAll(pastesVariable, '');
  return others.includes('##') || others.includes('__VA_OPT__');
}

/** A variable beside that of a loop, as in `i##_n`. No name of the library's that matters ends so; a test looks for them. */
const pastesVariable = /\b\w+\s*##\s*_(?:n|len|end|it)?(?=\s*[=;!+-])/g;

function wordsOf(text: string): readonly string[] {
  return text.match(/\w+/g) ?? [];
}

function mayChange(piece: string, isMacro: IsMacro): boolean {
  return (
    maySpecialiseFunction(piece, isMacro) ||
    mayOpenLibrary(piece, isMacro) ||
    maySpecialiseClass(piece, isMacro) ||
    mayQualify(piece, isMacro) ||
    hasOperatorForAll(piece, isMacro) ||
    piece.search(variableOfLibrary) >= 0
  );
}

/** Behind each `template` come parameters on one line: a specialisation has none. */
function maySpecialiseFunction(piece: string, isMacro: IsMacro): boolean {
  return [...piece.matchAll(templates)].some(([, word]) => !word || isMacro(word));
}

const templates = new RegExp(String.raw`\btemplate\b(?:${_}<${_}(\w+))?`, 'g');

/** Whether it has a namespace that is not plainly its own, or names `std` other than to say what is in it. */
function mayOpenLibrary(piece: string, isMacro: IsMacro): boolean {
  const others = piece.replaceAll(usesNamespace, ';');
  const isOwn = ([, name = '']: readonly (string | undefined)[]) =>
    name === '{' || (name !== '' && name !== 'std' && !isMacro(name));
  return ![...others.matchAll(namespaces)].every(isOwn) || bareStd.test(others);
}

const usesNamespace = /\busing[ \t]+namespace[ \t]+[\w:]+[ \t]*;/g;
const namespaces = new RegExp(String.raw`\bnamespace\b${_}(\{|\w+)?`, 'g');
const bareStd = new RegExp(String.raw`\bstd\b(?!${_}::)`);

/**
 * Whether it has the head of a class that is not plainly its own. With `using namespace std`, `struct decay<T*>` is the
 * library's. None of the library's class templates begins with a capital letter (those of pb_ds do, see far-library.ts), so
 * what follows such a name matters only where it may go on to a class inside: behind `::` or arguments. Behind another name
 * may stand only what cannot become arguments.
 */
function maySpecialiseClass(piece: string, isMacro: IsMacro): boolean {
  return [...piece.matchAll(classes)].some(({ index, 0: head, 1: template, 2: name = '', 3: next = '' }) => {
    // A parameter, or a type among the arguments of a template: `operator<` begins none.
    const isArgument = template !== undefined && template !== 'operator';
    if (name === '') return !(/[{.=>]/.test(next) || (isArgument && next === ','));
    if (isMacro(name) || name === 'alignas' || next === '::') return true;
    if (isArgument) return false;
    if (/^\w/.test(next)) return isMacro(next);
    if (/^[^A-Z]/.test(name)) return !/[{:;=>*&.]/.test(next);
    return next === '<' ? !isOwnHead(piece, index + head.length) : !/[{:;=>*&.,)]/.test(next);
  });
}

const classes = new RegExp(
  String.raw`(?:\b([a-zA-Z_]\w*)${_}<${_})?\b(?:struct|class|union)\b${_}(\w*)(?=\s*(::|\w+|[^\w\s])?)`,
  'g',
);

/** Whether these are arguments of that class alone: in `struct Own<T>::rebind<T*>` it may be an alias of the library's. */
function isOwnHead(piece: string, behindName: number): boolean {
  ownHead.lastIndex = behindName;
  return ownHead.test(piece);
}

const ownHead = /\s*<(?:(?!>\s*::)[\w\s,*&:<>.]){1,500}?>\s*(?:[{;]|:(?!:)|final\b)/y;

/**
 * Whether `::` stands where macros might put it behind the name of a class or a namespace, which is everywhere but behind a
 * word that stays as it is, and before a function.
 */
function mayQualify(piece: string, isMacro: IsMacro): boolean {
  for (let at = piece.indexOf('::'); at >= 0; at = piece.indexOf('::', at + 2)) {
    let behindWord = at;
    while (' \t'.includes(piece[behindWord - 1] ?? '|')) behindWord--;
    let start = behindWord;
    while (/\w/.test(piece[start - 1] ?? '|')) start--;
    const word = piece.slice(start, behindWord);
    const isPlain =
      word === '' ? piece[start - 1] === '>' || isBeforeFunction(piece, at + 2) : !isMacro(word);
    if (!isPlain) return true;
  }
  return false;

  function isBeforeFunction(text: string, start: number): boolean {
    call.lastIndex = start;
    const name = call.exec(text)?.[1];
    return name !== undefined && !isMacro(name);
  }
}

/** Or before `std`, which is no class. Of functions that are not called on the spot C's are the usual ones. */
const call = /[ \t]*(std(?=[ \t]*::)|(?:is|to)[a-z]+\b(?![ \t]*[<:])|[a-z]\w*(?=[ \t]*\())/y;

/**
 * Whether it has an operator that the library's templates may use: they place their objects by `new`, and take addresses of
 * what is from C and so in no namespace. Of others that plainly are others no harm is known.
 */
function hasOperatorForAll(piece: string, isMacro: IsMacro): boolean {
  return [...piece.matchAll(operators)].some(
    ([, next = '']) =>
      !otherOperators.test(next) || isMacro(next) || ['new', 'delete', 'bitand'].includes(next),
  );
}

const operators = /\boperator\b(?:\s*(\w+|&[&=]|[^\s]))?/g;
const otherOperators = /^(?:\w+|&[&=]|[([<>=!+\-*/%^|~"])$/;

/**
 * A variable of the library's that is a template, or the word may be one, unless it plainly is a value. A test compares these
 * words with the library's headers; two underscores begin what the next release of them may have.
 */
const variableOfLibrary = new RegExp(
  String.raw`\b(?=(?:${[
    String.raw`(?:is|has|ratio|treat|uses)_\w+_v`,
    '(?:conjunction|disjunction|negation|alignment_of|extent|rank|tuple_size|variant_size)_v',
    String.raw`(?:e|egamma|pi|phi|inv_\w+|ln\d+|log\w+e|sqrt\d)_v`,
    String.raw`(?:en|dis)able_(?!if)\w+|in_place_\w+`,
    String.raw`__(?!(?:${[
      String.raw`gcd|lg|builtin_\w+|u?int128(?:_t)?|float128|int64|cplusplus|func__|attribute__|extension__`,
      String.raw`(?:inline|restrict|typeof|asm|volatile)(?:__)?|m\d+\w?`,
    ].join('|')})\b)[a-z]\w*\b(?!\(|::)`,
  ].join(
    '|',
  )})(?!\w))(?<!(?:[<!|=?]|\breturn|\b(?:if|if constexpr|while|static_assert)${_}\()${_}(?:std${_}::${_})?)`,
);
