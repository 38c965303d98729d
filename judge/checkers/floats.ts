import { words } from '#contract/words.ts';
import type { Content } from '../sandbox/run-types.ts';
import { parseDecimal } from './decimal.ts';
import { isUsedUp, type Side, walkPair } from './pair.ts';
import { accepted, type CheckResult, wrong } from './result.ts';
import { isSpace, newline } from './space.ts';

/** How two tokens may differ, and what separates them. Without a tolerance numbers are no different from words. */
export interface TokenRules {
  readonly absolute?: number | undefined;
  readonly relative?: number | undefined;
  /** `A` to `Z` are the same as `a` to `z`. */
  readonly ignoresCase?: boolean;
  /**
   * What stands between tokens, before the first and after the last, is compared byte by byte too; or only what stands
   * between those of a line and before its first, blank lines apart.
   */
  readonly comparesSpace?: 'everywhere' | 'in-lines';
  /** Line breaks are compared, though no other space: each one before a token, or whether there is any between two. */
  readonly breaks?: 'each' | 'any';
}

/** A token longer than this is no number; it is compared as bytes, piece by piece, in constant memory. */
const pieceBytes = 4096;

/**
 * A token, a stretch of space where that is compared, or a piece of a very long one, gathered from one side: `bytes`
 * from `from` to `to`.
 */
interface Piece {
  /** The side's own bytes when the token lies within them, else `gathered`. */
  bytes: Uint8Array;
  from: number;
  to: number;
  gathered: Uint8Array;
  /** The piece continues a token whose beginning was already compared. */
  continues: boolean;
  isSpace: boolean;
  /** Line breaks met before it, or in it where they are not kept. */
  breaks: number;
  /** How many whole ones came before it. */
  position: number;
  /** 'open': more bytes are needed; 'whole': the token ends here; 'cut': it goes on; 'none': no token is left. */
  state: 'open' | 'whole' | 'cut' | 'none';
}

/**
 * Tokens as in the token checker, except that two numbers agree when their difference is at most the absolute
 * tolerance, or at most the relative one times the answer. Tokens that are not numbers must be the same, but for what
 * else the rules allow.
 */
export async function checkFloats(output: Content, answer: Content, rules: TokenRules): Promise<CheckResult> {
  const mine = newPiece();
  const theirs = newPiece();

  function step(left: Side, right: Side): boolean {
    for (;;) {
      gather(left, mine, rules);
      gather(right, theirs, rules);
      if (mine.state === 'open' || theirs.state === 'open') return true;
      if (mine.state === 'none' && theirs.state === 'none') return true;
      if (!piecesAgree(mine, theirs, rules)) return false;
      startNext(mine);
      startNext(theirs);
    }
  }

  const { same, ...at } = await walkPair(output, answer, step, null);
  if (same) return accepted;
  const place = { outputAt: at.outputAt - lengthOf(mine), answerAt: at.answerAt - lengthOf(theirs) };
  return wrong(words('output_differs', { byte: at.outputAt }), { ...place, countsBlanks: false });
}

const lengthOf = ({ from, to }: Piece) => to - from;

function newPiece(): Piece {
  const gathered = Buffer.alloc(pieceBytes);
  return {
    bytes: gathered,
    from: 0,
    to: 0,
    gathered,
    continues: false,
    isSpace: false,
    breaks: 0,
    position: 0,
    state: 'open',
  };
}

function startNext(piece: Piece): void {
  piece.continues = piece.state === 'cut';
  if (!piece.continues) piece.position++;
  piece.bytes = piece.gathered;
  piece.from = piece.to = 0;
  piece.breaks = 0;
  piece.state = 'open';
}

function gather(side: Side, piece: Piece, { comparesSpace, breaks }: TokenRules): void {
  if (piece.state !== 'open') return;
  if (comparesSpace === 'in-lines' && gatherSpaceInLine(side, piece)) return;
  const { bytes, end } = side;
  const isFresh = piece.to === 0 && !piece.continues;
  let at = side.at;
  if (isFresh && !comparesSpace) {
    while (at < end && isSpace[bytes[at] as number] === 1) {
      if (breaks && bytes[at] === newline) piece.breaks++;
      at++;
    }
  }
  if (isFresh)
    piece.isSpace = comparesSpace === 'everywhere' && at < end && isSpace[bytes[at] as number] === 1;
  const kind = piece.isSpace ? 1 : 0;
  const from = at;
  const stop = Math.min(end, from + pieceBytes - piece.to);
  while (at < stop && isSpace[bytes[at] as number] === kind) at++;
  side.at = at;
  const pieceEnds = at < end && isSpace[bytes[at] as number] !== kind;
  if (pieceEnds && isFresh) {
    // The common case needs no copy: these bytes stay while the side still has what follows them.
    piece.bytes = bytes;
    piece.from = from;
    piece.to = at;
  } else {
    piece.gathered.set(bytes.subarray(from, at), piece.to);
    piece.to += at - from;
  }
  if (pieceEnds) piece.state = 'whole';
  else if (at < end) piece.state = 'cut';
  else if (isUsedUp(side)) piece.state = piece.to > 0 || piece.continues ? 'whole' : 'none';
}

/**
 * Before every token there is one piece of space, perhaps empty: what follows the last line break in it, since what
 * stands before that is the end of a line or a blank one. False: a token is next.
 */
function gatherSpaceInLine(side: Side, piece: Piece): boolean {
  piece.isSpace = piece.position % 2 === 0;
  if (!piece.isSpace) return false;
  const { bytes, end } = side;
  while (side.at < end && isSpace[bytes[side.at] as number] === 1 && piece.to < pieceBytes) {
    const byte = bytes[side.at++] as number;
    if (byte === newline) {
      piece.breaks++;
      piece.to = 0;
    } else {
      piece.gathered[piece.to++] = byte;
    }
  }
  if (side.at < end) piece.state = isSpace[bytes[side.at] as number] === 1 ? 'cut' : 'whole';
  else if (isUsedUp(side)) piece.state = 'none';
  return true;
}

function piecesAgree(
  mine: Piece,
  theirs: Piece,
  { absolute, relative, ignoresCase = false, breaks, comparesSpace }: TokenRules,
): boolean {
  if (mine.state === 'none' || theirs.state === 'none' || mine.isSpace !== theirs.isSpace) return false;
  if (breaks === 'each' && mine.breaks !== theirs.breaks) return false;
  const onlyBetween = breaks === 'any' || comparesSpace === 'in-lines';
  if (onlyBetween && mine.position > 0 && mine.breaks > 0 !== theirs.breaks > 0) return false;
  if (mine.state === theirs.state && sameBytes(mine, theirs, ignoresCase)) return true;
  if (mine.state !== 'whole' || theirs.state !== 'whole' || mine.continues || theirs.continues) return false;
  if (absolute === undefined && relative === undefined) return false;
  const got = parseDecimal(mine.bytes, mine.from, mine.to);
  const expected = parseDecimal(theirs.bytes, theirs.from, theirs.to);
  // Whatever is no finite number makes the difference NaN or infinite, which no tolerance reaches.
  const difference = Math.abs(got - expected);
  return difference <= (absolute ?? 0) || difference <= (relative ?? 0) * Math.abs(expected);
}

function sameBytes(mine: Piece, theirs: Piece, ignoresCase: boolean): boolean {
  const length = mine.to - mine.from;
  if (theirs.to - theirs.from !== length) return false;
  for (let index = 0; index < length; index++) {
    const a = mine.bytes[mine.from + index] as number;
    const b = theirs.bytes[theirs.from + index] as number;
    if (a !== b && !(ignoresCase && toSmall(a) === toSmall(b))) return false;
  }
  return true;
}

function toSmall(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
}
