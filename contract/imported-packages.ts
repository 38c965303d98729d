import { type LanguageId, type PackageId, packagesOf } from './programs.ts';

/** Of those beside its language's library, what a source imports in so many words. */
export function listImported(language: LanguageId, source: string): PackageId[] {
  return packagesOf(language).filter((id) => importOf(id).test(source));
}

/** In Python, the only language that has any: at the beginning of a line, or behind `:` or `;`. */
function importOf(id: PackageId): RegExp {
  const another = String.raw`[\w.]+(?:[ \t]+as[ \t]+\w+)?[ \t]*,[ \t]*`;
  return new RegExp(
    String.raw`(?:^|[:;])[ \t]*(?:from[ \t]+${id}\b|import[ \t]+(?:${another})*${id}\b)`,
    'm',
  );
}
