/**
 * Which language a program is written in, by the name of its file and by its text. The text counts only where it speaks
 * plainly: a guess that is wrong costs more than none. What a name says holds unless the text plainly says otherwise.
 */
import {
  anyCpp,
  anyPython,
  type Fitting,
  languagesOfEndings,
  listLanguagesOfFile,
} from '#contract/program-files.ts';
import type { LanguageId } from '#contract/programs.ts';

/** For the browser's choice of files; a text may be called by no ending that we know. */
export const acceptedFiles = [
  ...Object.keys(languagesOfEndings).map((ending) => `.${ending}`),
  '.h',
  '.txt',
  'text/*',
].join(',');

type Feature = readonly [pattern: RegExp, weight: number];

interface Style {
  readonly fits: Fitting;
  readonly features: readonly Feature[];
}

/** What only C++ has of all that C and C++ share. */
const beyondC =
  /#\s*include\s*<(?:bits\/stdc\+\+\.h|[a-z_]+)>|\busing\s+namespace\b|\bstd::|\bc(?:in\s*>>|out\s*<<)|\btemplate\s*<|\b(?:vector|map|set|pair|queue)\s*<|\bnullptr\b|\b(?:class|struct)\s+\w+\s*(?::\s*public\b|\{[^}]*\bpublic:)|\bauto\s+\w+\s*[=:]|\bnew\s+\w+\s*[[(]/;

const cLike: readonly Feature[] = [
  [/^\s*#\s*include\s*[<"]/m, 5],
  [/\b(?:int|signed|void|auto)\s+main\s*\(/, 4],
  [/\busing\s+namespace\s+std\b/, 5],
  [/\bcin\s*>>|\bcout\s*<</, 5],
  [/\b(?:printf|scanf|puts|getchar)\s*\(/, 2],
  [/\bstd::(?:cin|cout|vector|string|sort|map|endl)\b/, 5],
  [/^\s*#\s*define\s+\w+/m, 3],
  [/\blong\s+long\b/, 2],
  [/\bvector\s*<\s*[\w:<>, ]+>\s*&?\w+/, 2],
];

const styles: readonly Style[] = [
  {
    fits: anyPython,
    features: [
      [/^\s*(?:async\s+)?def\s+\w+\s*\(.*\)\s*(?:->[^:]+)?:/m, 5],
      [/^\s*from\s+[\w.]+\s+import\b/m, 5],
      [
        /^\s*import\s+(?:sys|math|os|re|heapq|bisect|collections|itertools|functools|random|string|numpy|threading|time|io|array|copy)\b[^;.]*$/m,
        5,
      ],
      [/\b(?:int|float|map|list|str|eval|sorted|sum|len)\s*\(\s*(?:\w+\s*,\s*)?input\s*\(/, 5],
      [/=\s*input\s*\(.*\)\s*(?:\.\w+\(.*\)\s*)*$/m, 4],
      [/^\s*print\s*\(.*\)\s*$/m, 4],
      [/^\s*print\s+[^(=;]+$/m, 3],
      [/^\s*(?:if|elif|for|while|with|class)\b[^{}]*:\s*$/m, 3],
      [/^\s*(?:else|try|finally|except\b.*)\s*:\s*$/m, 3],
      [/\bin\s+range\s*\(/, 4],
      [/\b(?:elif|None|True|False)\b/, 2],
      [/\blambda\s+[\w, ]+:/, 3],
      [/\bsys\.std(?:in|out)\b/, 4],
      [/__name__/, 5],
      [/[;{]\s*$/m, -3],
    ],
  },
  {
    fits: ['java'],
    features: [
      [/\bstatic\s+(?:public\s+)?void\s+main\s*\(/, 6],
      [/\bSystem\s*\.\s*(?:out|in|err|exit)\b/, 4],
      [/^\s*import\s+(?:static\s+)?javax?\.[\w.*]+\s*;/m, 6],
      [/\bpublic\s+(?:final\s+|abstract\s+)?(?:class|interface|record|enum)\s+\w+/, 4],
      [/\bnew\s+(?:Scanner|BufferedReader|StringTokenizer|ArrayList|HashMap|PrintWriter|StringBuilder)\b/, 4],
      [/\bString\s*\[\s*\]/, 3],
      [/\bthrows\s+\w*Exception\b/, 4],
      [/^\s*class\s+\w+\s*\{/m, 2],
    ],
  },
  {
    fits: ['kotlin'],
    features: [
      [/^\s*(?:private\s+|inline\s+|tailrec\s+)*fun\s+(?:<[^>]*>\s*)?[\w.]+\s*\(/m, 6],
      [/\breadLine\s*\(\s*\)|\breadln(?:OrNull)?\s*\(\s*\)/, 5],
      [/\bval\s+(?:\w+|\([\w, ]+\))\s*(?::\s*[A-Z][\w<>?, ]*)?=/, 4],
      [/\bvar\s+\w+\s*:\s*[A-Z]\w*/, 3],
      [/\bfor\s*\(\s*\w+\s+in\s/, 3],
      [/\bwhen\s*(?:\([^)]*\)\s*)?\{/, 3],
      [/^\s*import\s+(?:java|kotlin)x?\.[\w.*]+\s*$/m, 4],
      [/\bprintln\s*\(/, 1],
      [/\b(?:until|downTo)\b/, 2],
    ],
  },
  {
    fits: ['rust'],
    features: [
      [/\bfn\s+\w+\s*(?:<[^(]*>)?\s*\(/, 6],
      [/\blet\s+mut\s/, 6],
      [/\b(?:println|print|eprintln|vec|writeln|write|assert|panic|format)!\s*[([]/, 6],
      [/^\s*(?:pub\s+)?use\s+(?:std|core)\s*::/m, 6],
      [/\bimpl\b[^{;]*\{/, 3],
      [/\.unwrap\s*\(\s*\)/, 3],
      [/\b(?:u8|u32|u64|usize|i32|i64)\b/, 2],
      [/&mut\s/, 3],
      [/\.iter\(\)|\.collect::?</, 2],
    ],
  },
  {
    fits: ['go'],
    features: [
      [/^\s*package\s+\w+\s*;?\s*$/m, 5],
      [/\bfunc\s+main\s*\(\s*\)\s*\{/, 6],
      [/\bfunc\s+(?:\([^)]*\)\s*)?\w+\s*\(/, 4],
      [/\bfmt\s*\.\s*[FS]?(?:Print|Scan)/, 6],
      [/\b(?:bufio|os|strings|sort|strconv|math)\.[A-Z]\w*/, 3],
      [/^\s*import\s*(?:\(|")/m, 4],
      [/^\s*\w+(?:\s*,\s*\w+)*\s*:=\s*[^;]+$/m, 2],
    ],
  },
  {
    fits: ['javascript'],
    features: [
      [/\bconsole\s*\.\s*(?:log|error)\s*\(/, 6],
      [/\brequire\s*\(\s*["'`]/, 6],
      [/\bprocess\s*\.\s*(?:stdin|stdout|argv|exit)\b/, 5],
      [/^\s*import\s+.*\bfrom\s*["']/m, 5],
      [/\bfunction\s*\*?\s*\w*\s*\([^)]*\)\s*\{/, 5],
      [/^\s*(?:const|let|var)\s+(?:\w+|\{[^}]*\}|\[[^\]]*\])\s*=(?!=)/m, 3],
      [/===|!==/, 4],
      [/\)\s*=>|\b\w+\s*=>/, 2],
      [/\.map\s*\(\s*Number\s*\)|\bparseInt\s*\(|\bNumber\s*\(/, 3],
    ],
  },
  {
    fits: ['pascal'],
    features: [
      [/^\s*program\s+\w+\s*(?:\([^)]*\))?\s*;/im, 6],
      [/\bend\s*\.\s*$/im, 5],
      [/^\s*begin\b/im, 4],
      [/\b(?:write|read)ln\s*[(;]/i, 3],
      [/^\s*uses\s+\w+/im, 4],
      [
        /:\s*(?:array\b.*\bof\s+)?(?:integer|longint|int64|qword|string|ansistring|char|boolean|real|double|extended)\s*[;)=]/i,
        4,
      ],
      [/:=.*(?:;|\bthen\b|\bdo\b|\bend\b|$)/im, 2],
      [/^\s*(?:procedure|function)\s+\w+.*;\s*$/im, 4],
      [/\b(?:then|do)\s+begin\b/i, 3],
    ],
  },
];

/** Of languages that nobody judges here, and that look like one of those. */
const foreign =
  /^\s*using\s+System\b|\bConsole\s*\.\s*(?:Write|Read)|<\?php|^#!.*\b(?:ruby|perl|bash|sh)\b|^\s*local\s+\w+\s*=|^\s*import\s+(?:Foundation|Data\.|std\.stdio)|\bgets\.(?:to_i|chomp)|^\s*main\s*::/m;

/** Enough to tell, and no more than can be read in a moment. */
const readChars = 16_384;

/**
 * Without what a program merely says: comments and the contents of texts. What a preprocessor or an attribute begins with
 * is none; `//` divides in Python, and the rest of that line is not missed.
 */
function dropSayings(text: string): string {
  return text
    .slice(0, readChars)
    .replaceAll(
      /("""|''')[\s\S]*?\1|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\*[\s\S]*?\*\/|\/\/.*|#(?!!?\[|!|\s*(?:include|define|pragma|if|ifdef|ifndef|else|endif|undef)\b).*/g,
      (part) => (/^["']/.test(part) ? part.slice(0, 1).repeat(2) : ' '),
    );
}

function weigh(text: string, features: readonly Feature[]): number {
  return features.reduce((sum, [pattern, weight]) => sum + (pattern.test(text) ? weight : 0), 0);
}

const leastWeight = 4;
/** So much more must speak for it than for any other. */
const leastLead = 3;

/** Null where the text does not say it plainly. */
function readText(whole: string): Fitting | null {
  const text = dropSayings(whole);
  if (foreign.test(text)) return null;
  // Nearly all of C is C++ too; not the other way round.
  const gnu: Style = { fits: beyondC.test(text) ? anyCpp : ['c', ...anyCpp], features: cLike };
  const [best, second] = [gnu, ...styles]
    .map(({ fits, features }) => ({ fits, weight: weigh(text, features) }))
    .toSorted((a, b) => b.weight - a.weight);
  if (!best || !second || best.weight < leastWeight || best.weight - second.weight < leastLead) return null;
  return best.fits;
}

export interface GuessedSource {
  readonly text: string;
  /** Of the file that it came from. */
  readonly fileName?: string;
}

/** What it seems to be of what is offered: `chosen`, unless name or text speak against that. */
export function guessLanguage(
  { text, fileName = '' }: GuessedSource,
  chosen: LanguageId,
  offered: readonly LanguageId[],
): LanguageId {
  const amongOffered = (fitting: Fitting | null) => fitting?.filter((id) => offered.includes(id)) ?? [];
  const named = amongOffered(listLanguagesOfFile(fileName));
  const spoken = amongOffered(readText(text));
  const agreed = named.filter((id) => spoken.includes(id));
  const fitting = [agreed, spoken, named].find((ids) => ids.length > 0) ?? [];
  return fitting.includes(chosen) ? chosen : (fitting[0] ?? chosen);
}
