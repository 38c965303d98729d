import fc from 'fast-check';
import type { JsonSchema } from './operations.ts';

/** Names that mean something to JavaScript, and fields that a record has but its form does not offer. */
export const plantedFields = {
  role: 'admin',
  is_protected: true,
  isProtected: true,
  id: 1,
  userId: 1,
  user_id: 1,
  passwordHash: '$argon2id$planted',
  score: 100,
  status: 'Accepted',
  overall_status: 'Accepted',
  inMain: false,
  is_visible: true,
  pdfBlobId: 1,
  toString: 'x',
  hasOwnProperty: null,
} as const;

const hostileTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udfffb',
  '\u202e\u0000\u200d\ufeff',
  '\r\nset-cookie: minos_session=planted',
  "' or 1=1 --",
  "'; drop table users; --",
  '$1',
  '%00',
  '%2e%2e%2f',
  '../../../../etc/passwd',
  '..\\..\\windows',
  '/etc/passwd',
  'C:\\nul',
  '__proto__',
  'constructor',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{7*7}}',
  '<%= 7 %>',
  'null',
  'NaN',
  '-1',
  '0',
  '1e999',
  '99999999999999999999',
  '9007199254740993',
  '2147483648',
  '1970-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  'x'.repeat(70_000),
  'ก'.repeat(30_000),
] as const;

const hostileNumbers = [0, -1, 1.5, -0.5, 2 ** 31, 2 ** 31 - 1, -(2 ** 31), 2 ** 53, 2 ** 63, 1e308, 5e-324];

export const hostileText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts) },
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  fc.constantFrom(...hostileNumbers, null, true, false, [], {}, [[]], [null], ['a', 'b']),
  hostileText.map((text) => [text]),
  fc.constant(plantedFields),
  fc.jsonValue({ maxDepth: 3 }).map((value) => ({ toString: value, length: value })),
);

/** Values that mean something in an instance, by a word of the names under which calls ask for them. */
export type Known = Readonly<Record<string, readonly (string | number)[]>>;

/** What a value is called, the closest name last: `problems`, `id`. */
type Names = readonly string[];

/** Values that fit the schema; where known ones are asked for, mostly those. */
export function fitting(schema: JsonSchema, known: Known, names: Names): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  const choices = (schema.anyOf ?? schema.oneOf) as readonly JsonSchema[] | undefined;
  if (choices) return fc.oneof(...choices.map((choice) => fitting(choice, known, names)));
  switch (schema.type) {
    case 'object':
      return fittingObject(schema, known, names);
    case 'array':
      return fc.array(fitting(schema.items as JsonSchema, known, names), { maxLength: 4 });
    case 'string':
      return orKnown(fittingText(schema), findKnown(known, names).map(String));
    case 'integer':
    case 'number':
      return orKnown(
        fittingInteger(schema),
        findKnown(known, names).filter((value) => typeof value === 'number'),
      );
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function fittingObject(schema: JsonSchema, known: Known, names: Names): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const model: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
    properties.map(([name, property]) => [name, fitting(property, known, [...names, name])]),
  );
  return fc.record(model, { requiredKeys: (schema.required ?? []) as string[] });
}

function fittingText({ pattern, minLength = 0, maxLength = 200 }: JsonSchema): fc.Arbitrary<string> {
  const [least, most] = [minLength as number, Math.min(maxLength as number, 200)];
  if (typeof pattern !== 'string') return fc.string({ unit: 'grapheme', minLength: least, maxLength: most });
  return fc.stringMatching(new RegExp(pattern)).map((text) => text.slice(0, most).padEnd(least, 'x'));
}

/** Near the least: a hundred accounts take a second to make, and three are as good an attack. */
function fittingInteger({ minimum = -5, maximum = 2 ** 31 }: JsonSchema): fc.Arbitrary<number> {
  const least = Math.ceil(minimum as number);
  return fc.integer({ min: least, max: Math.min(least + 3, maximum as number) });
}

function orKnown(made: fc.Arbitrary<unknown>, known: readonly unknown[]): fc.Arbitrary<unknown> {
  return known.length === 0 ? made : fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...known) }, made);
}

/** By the closest name that says what it is: an `id` alone does not, the `problems` before it does. */
function findKnown(known: Known, names: Names): readonly (string | number)[] {
  for (const name of names.toReversed()) {
    const word = Object.keys(known).find((key) => name.toLowerCase().includes(key));
    if (word) return known[word] ?? [];
  }
  return [];
}
