/**
 * Whether a checker seems to give points, so that staff are asked for their scale when they import it. This is a
 * reading of its text and no proof: what it misses is found when the checker first exits with 7, as a fault of the
 * judge; where it is wrong, a scale that is never used does no harm.
 */
import type { LanguageId } from '#contract/programs.ts';

const inCpp = {
  commentsAndTexts: /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?/g,
  waysToGivePoints: /\bquitpi?\s*\(|\b_points\b|\b(?:_exit|_Exit|exit)\s*\(\s*7\s*\)|\breturn\s+7\s*;/,
};

const inPython = {
  commentsAndTexts:
    /#.*|"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?/g,
  waysToGivePoints: /\b(?:_exit|exit|quit|SystemExit)\s*\(\s*7\s*\)|\breturn[ \t]+7[ \t]*(?:;|$)/m,
};

/** The line of the first place, from 1, or null. The language is the checker's, and null in a header of one. */
export function findPointsUse(source: string, language: LanguageId | null): number | null {
  const { commentsAndTexts, waysToGivePoints } = language === 'python' ? inPython : inCpp;
  const code = source.replace(commentsAndTexts, (text) => text.replaceAll(/[^\n]+/g, ' '));
  const found = waysToGivePoints.exec(code);
  return found ? code.slice(0, found.index).split('\n').length : null;
}
