import type { CheckerNamed } from '#contract/checkers.ts';
import { words } from '#contract/words.ts';
import type { Content } from '../sandbox/run-types.ts';
import { parseDecimal } from './decimal.ts';
import { isUsedUp, type Side, walkPair } from './pair.ts';
import { accepted, type CheckResult, wrong } from './result.ts';
import { isSpace } from './space.ts';

type Tolerance = Pick<CheckerNamed<'floats'>, 'absolute' | 'relative'>;

/** A token longer than this is no number; it is compared as bytes, piece by piece, in constant memory. */
const pieceBytes = 4096;

/** A token, or a piece of a very long one, gathered from one side: `bytes` from `from` to `to`. */
interface Piece {
  /** The side's own bytes when the token lies within them, else `gathered`. */
  bytes: Uint8Array;
  from: number;
  to: number;
  gathered: Uint8Array;
  /** The piece continues a token whose beginning was already compared. */
  continues: boolean;
  /** 'open': more bytes are needed; 'whole': the token ends here; 'cut': it goes on; 'none': no token is left. */
  state: 'open' | 'whole' | 'cut' | 'none';
}

/**
 * Tokens as in the token checker, except that two numbers agree when their difference is at most the absolute
 * tolerance, or at most the relative one times the answer. Tokens that are not numbers must be the same bytes.
 */
export async function checkFloats(
  output: Content,
  answer: Content,
  tolerance: Tolerance,
): Promise<CheckResult> {
  const mine = newPiece();
  const theirs = newPiece();

  function step(left: Side, right: Side): boolean {
    for (;;) {
      gather(left, mine);
      gather(right, theirs);
      if (mine.state === 'open' || theirs.state === 'open') return true;
      if (mine.state === 'none' && theirs.state === 'none') return true;
      if (!piecesAgree(mine, theirs, tolerance)) return false;
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
  return { bytes: gathered, from: 0, to: 0, gathered, continues: false, state: 'open' };
}

function startNext(piece: Piece): void {
  piece.continues = piece.state === 'cut';
  piece.bytes = piece.gathered;
  piece.from = piece.to = 0;
  piece.state = 'open';
}

function gather(side: Side, piece: Piece): void {
  if (piece.state !== 'open') return;
  const { bytes, end } = side;
  const isFresh = piece.to === 0 && !piece.continues;
  let at = side.at;
  if (isFresh) while (at < end && isSpace[bytes[at] as number] === 1) at++;
  const from = at;
  const stop = Math.min(end, from + pieceBytes - piece.to);
  while (at < stop && isSpace[bytes[at] as number] === 0) at++;
  side.at = at;
  const tokenEnds = at < end && isSpace[bytes[at] as number] === 1;
  if (tokenEnds && isFresh) {
    // The common case needs no copy: these bytes stay while the side still has the space that follows them.
    piece.bytes = bytes;
    piece.from = from;
    piece.to = at;
  } else {
    piece.gathered.set(bytes.subarray(from, at), piece.to);
    piece.to += at - from;
  }
  if (tokenEnds) piece.state = 'whole';
  else if (at < end) piece.state = 'cut';
  else if (isUsedUp(side)) piece.state = piece.to > 0 || piece.continues ? 'whole' : 'none';
}

function piecesAgree(mine: Piece, theirs: Piece, tolerance: Tolerance): boolean {
  if (mine.state === 'none' || theirs.state === 'none') return false;
  if (mine.state === theirs.state && sameBytes(mine, theirs)) return true;
  if (mine.state !== 'whole' || theirs.state !== 'whole' || mine.continues || theirs.continues) return false;
  const got = parseDecimal(mine.bytes, mine.from, mine.to);
  const expected = parseDecimal(theirs.bytes, theirs.from, theirs.to);
  // Whatever is no finite number makes the difference NaN or infinite, which no tolerance reaches.
  const difference = Math.abs(got - expected);
  return difference <= tolerance.absolute || difference <= tolerance.relative * Math.abs(expected);
}

function sameBytes(mine: Piece, theirs: Piece): boolean {
  const length = mine.to - mine.from;
  if (theirs.to - theirs.from !== length) return false;
  for (let index = 0; index < length; index++) {
    if (mine.bytes[mine.from + index] !== theirs.bytes[theirs.from + index]) return false;
  }
  return true;
}
