import type { Content } from '../sandbox.ts';
import { isUsedUp, type Side, walkPair } from './pair.ts';
import { accepted, type CheckResult, wrong } from './result.ts';
import { isSpace } from './space.ts';

export interface Tolerance {
  absolute: number;
  relative: number;
}

/** A token longer than this is no number; it is compared as bytes, piece by piece, in constant memory. */
const pieceBytes = 4096;

/** A token, or a piece of a very long one, gathered from one side. */
interface Piece {
  bytes: Buffer;
  length: number;
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

  const { same, outputAt } = await walkPair(output, answer, step, null);
  return same ? accepted : wrong(`The output differs at byte ${outputAt}`);
}

function newPiece(): Piece {
  return { bytes: Buffer.allocUnsafe(pieceBytes), length: 0, continues: false, state: 'open' };
}

function startNext(piece: Piece): void {
  piece.continues = piece.state === 'cut';
  piece.length = 0;
  piece.state = 'open';
}

function gather(side: Side, piece: Piece): void {
  if (piece.state !== 'open') return;
  const { bytes } = side;
  if (piece.length === 0 && !piece.continues) {
    while (side.at < side.end && isSpace[bytes[side.at] as number] === 1) side.at++;
  }
  while (side.at < side.end && isSpace[bytes[side.at] as number] === 0) {
    if (piece.length === pieceBytes) {
      piece.state = 'cut';
      return;
    }
    piece.bytes[piece.length++] = bytes[side.at++] as number;
  }
  if (side.at < side.end) piece.state = 'whole';
  else if (isUsedUp(side)) piece.state = piece.length > 0 || piece.continues ? 'whole' : 'none';
}

function piecesAgree(mine: Piece, theirs: Piece, tolerance: Tolerance): boolean {
  if (mine.state === 'none' || theirs.state === 'none') return false;
  const sameBytes = mine.length === theirs.length && equalStart(mine, theirs);
  if (sameBytes && mine.state === theirs.state) return true;
  if (mine.state !== 'whole' || theirs.state !== 'whole' || mine.continues || theirs.continues) return false;
  const got = parseNumber(mine);
  const expected = parseNumber(theirs);
  if (got === null || expected === null) return false;
  const difference = Math.abs(got - expected);
  return difference <= tolerance.absolute || difference <= tolerance.relative * Math.abs(expected);
}

function equalStart(mine: Piece, theirs: Piece): boolean {
  return mine.bytes.compare(theirs.bytes, 0, theirs.length, 0, mine.length) === 0;
}

const numeral = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

/** Null for what is no decimal numeral and for what overflows: `nan` and `inf` agree only with the same word. */
function parseNumber(piece: Piece): number | null {
  const text = piece.bytes.toString('latin1', 0, piece.length);
  if (!numeral.test(text)) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}
