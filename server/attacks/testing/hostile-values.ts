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
  constructor: { prototype: { role: 'admin' } },
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

/** Values that fit the schema; where values that mean something in this instance fit, often those. */
export function fitting(schema: JsonSchema, known: readonly unknown[]): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  const choices = (schema.anyOf ?? schema.oneOf) as readonly JsonSchema[] | undefined;
  if (choices) return fc.oneof(...choices.map((choice) => fitting(choice, known)));
  switch (schema.type) {
    case 'object':
      return fittingObject(schema, known);
    case 'array':
      return fc.array(fitting(schema.items as JsonSchema, known), { maxLength: 4 });
    case 'string':
      return fc.oneof({ weight: 3, arbitrary: fromKnown(schema, known) }, fittingText(schema));
    case 'integer':
    case 'number':
      return fc.oneof(fromKnown(schema, known), fittingInteger(schema));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function fittingObject(schema: JsonSchema, known: readonly unknown[]): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const model = Object.fromEntries(properties.map(([name, property]) => [name, fitting(property, known)]));
  return fc.record(model, { requiredKeys: (schema.required ?? []) as string[] });
}

function fittingText({ pattern, minLength = 0, maxLength = 200 }: JsonSchema): fc.Arbitrary<string> {
  const [least, most] = [minLength as number, Math.min(maxLength as number, 200)];
  if (typeof pattern !== 'string') return fc.string({ unit: 'grapheme', minLength: least, maxLength: most });
  return fc.stringMatching(new RegExp(pattern)).map((text) => text.slice(0, most).padEnd(least, 'x'));
}

/** Near the least: a hundred accounts take a second to make, and three are as good an attack. */
function fittingInteger({ minimum = -5, maximum = 2 ** 31 }: JsonSchema): fc.Arbitrary<number> {
  const least = minimum as number;
  return fc.integer({ min: least, max: Math.min(least + 3, maximum as number) });
}

function fromKnown(schema: JsonSchema, known: readonly unknown[]): fc.Arbitrary<unknown> {
  const matches = known.filter((value) => isFitting(schema, value));
  if (matches.length > 0) return fc.constantFrom(...matches);
  return schema.type === 'string' ? fittingText(schema) : fittingInteger(schema);
}

function isFitting({ type, pattern, minLength, maxLength, minimum, maximum }: JsonSchema, value: unknown) {
  if (typeof value === 'number') {
    return (
      type !== 'string' && value >= ((minimum as number) ?? value) && value <= ((maximum as number) ?? value)
    );
  }
  if (typeof value !== 'string' || type !== 'string') return false;
  if (value.length < ((minLength as number) ?? 0) || value.length > ((maxLength as number) ?? Infinity))
    return false;
  return typeof pattern !== 'string' || new RegExp(pattern).test(value);
}
