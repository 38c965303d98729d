import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;

const derive = promisify(argon2);

/** The PHC string format, so that the cost can be raised later without touching stored hashes. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await derive('argon2id', { message: password, nonce: salt, tagLength, ...cost });
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`;
}

export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash);
  if (!parts) throw new Error('A stored password hash is not in a known format');
  const [, memory, passes, parallelism, salt, tag] = parts as unknown as [string, ...string[]];
  const expected = Buffer.from(tag ?? '', 'base64');
  const actual = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(salt ?? '', 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected);
}

let decoy: Promise<string> | undefined;

/** Takes as long as a real check, so that the time of an answer does not tell which usernames exist. */
export async function verifyAgainstNobody(password: string): Promise<false> {
  decoy ??= hashPassword('nobody');
  await verifyPassword(await decoy, password);
  return false;
}

/** Without characters that are mistaken for one another on paper: 0 O o, 1 l I. */
const legible = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export function generatePassword(length: number): string {
  return Array.from({ length }, () => legible[randomInt(legible.length)]).join('');
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
