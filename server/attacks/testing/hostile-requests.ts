import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { makeForm } from '../../testing/form.ts';
import { fitting, hostileText, hostileValue, type Known, plantedFields } from './hostile-values.ts';
import type { Operation } from './operations.ts';

type Request = Pick<InjectOptions, 'method' | 'url' | 'headers' | 'payload' | 'remoteAddress'>;

/** Requests to one call: some as its document asks, some with one thing wrong, some wrong altogether. */
export function requestsTo(operation: Operation, known: Known): fc.Arbitrary<Request> {
  return fc
    .record({
      path: pathOf(operation, known),
      query: queryOf(operation, known),
      body: bodyOf(operation, known),
      headers: hostileHeaders,
      remoteAddress: fc.ipV4(),
    })
    .map(({ path, query, body, headers, remoteAddress }) => ({
      method: operation.method,
      url: query === '' ? path : `${path}?${query}`,
      headers: { ...headers, ...body.headers },
      ...(body.payload !== undefined && { payload: body.payload }),
      remoteAddress,
    }));
}

function pathOf({ path, parameters }: Operation, known: Known): fc.Arbitrary<string> {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const values = inPath.map(({ name, schema }) => {
    const before = path.slice(0, path.indexOf(`{${name}}`)).split('/');
    return mostly(fitting(schema, known, [...before, name]), inSegment);
  });
  return fc
    .tuple(...values)
    .map((chosen) =>
      inPath.reduce((at, { name }, i) => at.replace(`{${name}}`, toAddress(String(chosen[i]))), path),
    );
}

const plantedQuery = fc.tuple(fc.constantFrom('filter', 'limit', '__proto__', 'a[b]', 'user'), hostileText);

function queryOf({ parameters }: Operation, known: Known): fc.Arbitrary<string> {
  const pairs = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema }) =>
      sometimes(mostly(fitting(schema, known, [name]), hostileText).map((value) => [name, value] as const)),
    );
  return fc
    .tuple(...pairs, sometimes(plantedQuery))
    .map((chosen) =>
      chosen
        .flatMap((pair) => (pair ? [`${toAddress(pair[0])}=${toAddress(String(pair[1]))}`] : []))
        .join('&'),
    );
}

/** Without what a client would resolve itself: an empty segment or a dot is another call's path. */
const inSegment = hostileText.filter((text) => !/^(\s*|\.{1,2})$/.test(text));

interface Body {
  readonly headers: Record<string, string>;
  readonly payload?: string | Buffer;
}

function bodyOf({ method, path, body }: Operation, known: Known): fc.Arbitrary<Body> {
  const nothing = fc.constant<Body>({ headers: {} });
  if (method === 'GET') return nothing;
  const json = (value: fc.Arbitrary<unknown>) =>
    value.map((content) => ({
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(content) ?? '',
    }));
  const wrong = fc.oneof(nothing, json(hostileValue), hostileBytes, form);
  if (!body) return wrong;
  const right = fitting(body, known, path.split('/'));
  return fc.oneof(
    { weight: 6, arbitrary: json(right) },
    { weight: 2, arbitrary: json(fc.tuple(right, fc.nat(), hostileValue).map(replaceOne)) },
    { weight: 1, arbitrary: json(fc.tuple(right, fc.nat()).map(dropOne)) },
    { weight: 2, arbitrary: json(right.map((content) => ({ ...plantedFields, ...(content as object) }))) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(right, hostileType)
        .map(([content, type]) => ({ headers: { 'content-type': type }, payload: JSON.stringify(content) })),
    },
    { weight: 2, arbitrary: wrong },
  );
}

function replaceOne([content, at, value]: [unknown, number, unknown]): unknown {
  const names = Object.keys(content ?? {});
  const name = names[at % names.length];
  return name === undefined ? content : { ...(content as object), [name]: value };
}

function dropOne([content, at]: [unknown, number]): unknown {
  const names = Object.keys(content ?? {});
  return Object.fromEntries(
    Object.entries(content ?? {}).filter(([name]) => name !== names[at % names.length]),
  );
}

const hostileType = fc.constantFrom(
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/json;boundary=x',
  'application/jsonp',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=minos-test-boundary',
  '',
  ';',
  'x'.repeat(3000),
);

/** What is no JSON, or only just. */
const hostileBytes: fc.Arbitrary<Body> = fc
  .oneof(
    fc
      .constantFrom(
        '{',
        '[1,',
        'nul',
        '\ufeff{}',
        '{"__proto__":{"role":"admin"}}',
        '{"constructor":{"prototype":{"role":"admin"}}}',
        '{"username":"admin","username":["admin"],"password":{}}',
        '"\\ud800"',
        '1e999',
        `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
        `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
        `{"a":"${'x'.repeat(1_100_000)}"}`,
      )
      .map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  )
  .map((payload) => ({ headers: { 'content-type': 'application/json' }, payload }));

const fieldName = fc.constantFrom(
  'problemPdf',
  'testcasesZip',
  'toString',
  'hasOwnProperty',
  '__proto__',
  'other',
);
const fileContent = fc.oneof(
  fc.constantFrom('%PDF-1.7 hostile', 'PK\x03\x04 hostile', 'PK\x05\x06', ''),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
);

const form: fc.Arbitrary<Body> = fc
  .tuple(
    fc.dictionary(
      fieldName,
      fc.record({ name: fc.constantFrom('a.pdf', '', '../../x', 'x\0y'), content: fileContent }),
      {
        maxKeys: 3,
      },
    ),
    fc.constantFrom(0, 1, 30, 200),
  )
  .map(([files, cut]) => {
    const { payload, headers } = makeForm(files);
    return { headers, payload: payload.subarray(0, payload.length - cut) };
  });

const hostileHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  fc.constantFrom<Record<string, string>[]>(
    { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' },
    {
      'x-forwarded-for': "1.2.3.4, ' or 1=1",
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
    },
    { 'x-original-url': '/api/admin/users', 'x-rewrite-url': '/api/admin/users' },
    { host: 'evil.example' },
    { range: 'bytes=0-0,5-9', 'if-none-match': '*' },
    { range: 'bytes=99999999999999999999-', 'if-range': '"x"' },
    { range: 'bytes=-0' },
    { accept: 'text/html', 'accept-encoding': 'identity;q=nonsense' },
    { 'accept-version': '9.9.9', 'content-encoding': 'gzip' },
    { origin: 'null' },
    { authorization: 'Bearer admin' },
  ),
);

function mostly<T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 6, arbitrary: usual }, other);
}

function sometimes<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, arbitrary);
}

/** As an address carries it; half a surrogate pair, which has no such form, as the bytes a rude client would send. */
function toAddress(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80';
}
