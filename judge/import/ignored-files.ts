/** The one list of files that may lie in an archive without being part of a test. */

interface IgnoredFiles {
  readonly matches: RegExp;
  readonly reason: string;
}

/** Left by operating systems and editors: never looked at, whatever its name resembles. */
const litter: readonly IgnoredFiles[] = [
  { matches: /(?:^|\/)__MACOSX(?:\/|$)/, reason: 'left by macOS' },
  { matches: /(?:^|\/)\.DS_Store$/, reason: 'left by macOS' },
  { matches: /(?:^|\/)(?:Thumbs\.db|desktop\.ini)$/i, reason: 'left by Windows' },
  { matches: /(?:^|\/)\./, reason: 'a hidden file' },
  { matches: /~$|\.(?:bak|swp|tmp)$/i, reason: 'a backup of an editor' },
];

/** Things that come with problems. Only what is no half of a test gets this far. */
const ignorableFiles: readonly IgnoredFiles[] = [
  { matches: /(?:^|\/)(?:readme|licen[cs]e|copying|changelog|authors)(?:\.[^/]*)?$/i, reason: 'a document' },
  { matches: /\.(?:md|rst|pdf|tex|sty|html?|docx?|odt|xlsx?|pptx?|css)$/i, reason: 'a document' },
  { matches: /\.(?:png|jpe?g|gif|svg|eps|bmp|webp)$/i, reason: 'a picture' },
  {
    matches: /\.(?:c|cc|cpp|cxx|h|hh|hpp|py|java|kt|pas|dpr|rs|go|js|ts|rb|cs|hs|sh|bat|cmd|ps1|ipynb)$/i,
    reason: 'source code',
  },
  { matches: /(?:^|\/)(?:Makefile|CMakeLists\.txt)$/i, reason: 'source code' },
  { matches: /\.(?:exe|o|obj|class|pyc|jar|dll|so)$/i, reason: 'a program' },
  {
    matches: /\.(?:ya?ml|json|xml|toml|ini|cfg|properties|desc|hint)$/i,
    reason: 'settings of another system',
  },
];

export function findLitterReason(name: string): string | null {
  return litter.find(({ matches }) => matches.test(name))?.reason ?? null;
}

export function findIgnorableReason(name: string): string | null {
  return ignorableFiles.find(({ matches }) => matches.test(name))?.reason ?? null;
}
