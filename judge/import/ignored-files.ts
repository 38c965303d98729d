/** The one list of files that may lie in an archive without being part of a test. */

import type { IgnoredReasons } from '#contract/import-words.ts';

type IgnoredReason = Exclude<keyof IgnoredReasons, 'verbatim'>;

interface IgnoredFiles {
  readonly matches: RegExp;
  readonly reason: IgnoredReason;
}

/** Left by operating systems and editors: never looked at, whatever its name resembles. */
const litter: readonly IgnoredFiles[] = [
  { matches: /(?:^|\/)__MACOSX(?:\/|$)/, reason: 'ignored_macos' },
  { matches: /(?:^|\/)\.DS_Store$/, reason: 'ignored_macos' },
  { matches: /(?:^|\/)(?:Thumbs\.db|desktop\.ini)$/i, reason: 'ignored_windows' },
  { matches: /(?:^|\/)\./, reason: 'ignored_hidden' },
  { matches: /~$|\.(?:bak|swp|tmp)$/i, reason: 'ignored_backup' },
];

/** Things that come with problems. Only what is no half of a test gets this far. */
const ignorableFiles: readonly IgnoredFiles[] = [
  {
    matches: /(?:^|\/)(?:readme|licen[cs]e|copying|changelog|authors)(?:\.[^/]*)?$/i,
    reason: 'ignored_document',
  },
  { matches: /\.(?:md|rst|pdf|tex|sty|html?|docx?|odt|xlsx?|pptx?|css)$/i, reason: 'ignored_document' },
  { matches: /\.(?:png|jpe?g|gif|svg|eps|bmp|webp)$/i, reason: 'ignored_picture' },
  {
    matches: /\.(?:c|cc|cpp|cxx|h|hh|hpp|py|java|kt|pas|dpr|rs|go|js|ts|rb|cs|hs|sh|bat|cmd|ps1|ipynb)$/i,
    reason: 'ignored_source',
  },
  { matches: /(?:^|\/)(?:Makefile|CMakeLists\.txt)$/i, reason: 'ignored_source' },
  { matches: /\.(?:exe|o|obj|class|pyc|jar|dll|so)$/i, reason: 'ignored_program' },
  {
    matches: /\.(?:ya?ml|json|xml|toml|ini|cfg|properties|desc|hint)$/i,
    reason: 'ignored_settings',
  },
];

export function findLitterReason(name: string): IgnoredReason | null {
  return litter.find(({ matches }) => matches.test(name))?.reason ?? null;
}

export function findIgnorableReason(name: string): IgnoredReason | null {
  return ignorableFiles.find(({ matches }) => matches.test(name))?.reason ?? null;
}
