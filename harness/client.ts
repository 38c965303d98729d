import { login } from '#contract/accounts.ts';
import { type Call, type CallAnswer, type CallArguments, type CallValues, callUrl } from '#contract/call.ts';
import { importPackages } from '#contract/packages.ts';
import { uploadProblemFiles } from '#contract/problems.ts';

export interface Account {
  readonly username: string;
  readonly password: string;
}

/** A statement and test cases, as the form of a problem sends them. */
export interface ProblemFiles {
  readonly pdf?: Uint8Array | Blob;
  readonly zip?: Uint8Array | Blob;
}

/** Somebody who speaks to a running instance as a browser does. What is refused is thrown, as a `Refused`. */
export interface Client {
  readonly url: string;
  /** The session; empty without one. */
  cookie: string;
  call<C extends Call>(call: C, ...request: CallArguments<C>): Promise<CallAnswer<C>>;
  /** The id of the import, null when no test cases were sent. */
  upload(problemId: string, files: ProblemFiles): Promise<string | null>;
  /** A ZIP file of problems; the id of its import. */
  importPackages(archive: Uint8Array | Blob, fileName: string): Promise<string>;
  /** A file, by its address below /api. */
  download(path: string, params: Record<string, unknown>): Promise<Buffer>;
}

export class Refused extends Error {
  readonly status: number;
  readonly code: string | null;

  constructor(call: string, status: number, text: string) {
    super(`${call}: ${status} ${text}`);
    this.status = status;
    this.code = readCode(text);
  }
}

function readCode(text: string): string | null {
  try {
    return JSON.parse(text).code ?? null;
  } catch {
    return null;
  }
}

/** Nobody yet, unless a cookie from before is given. */
export function openClient(url: string, cookie = ''): Client {
  const send = async (method: string, path: string, init: RequestInit = {}) => {
    const response = await fetch(`${url}${path}`, {
      ...init,
      method,
      headers: { ...(client.cookie && { cookie: client.cookie }), ...(init.headers as object) },
    });
    if (!response.ok) throw new Refused(`${method} ${path}`, response.status, await response.text());
    client.cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? client.cookie;
    return response;
  };
  const client: Client = {
    url,
    cookie,
    call: async (call, ...[request]) => {
      const { params, query, body }: CallValues = request ?? {};
      const response = await send(call.method, callUrl(call.path, params, query), {
        ...(body !== undefined && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      });
      // The answer's type is the contract's; the server's own tests hold it to that.
      return (call.response ? await response.json() : undefined) as never;
    },
    upload: async (problemId, files) => {
      const path = callUrl(uploadProblemFiles.path, { id: problemId });
      const response = await send('POST', path, { body: fillForm(files) });
      return ((await response.json()) as { jobId: string | null }).jobId;
    },
    importPackages: async (archive, fileName) => {
      const form = new FormData();
      form.set('package', toBlob(archive), fileName);
      const response = await send('POST', callUrl(importPackages.path), { body: form });
      return ((await response.json()) as { jobId: string }).jobId;
    },
    download: async (path, params) =>
      Buffer.from(await (await send('GET', callUrl(path, params))).arrayBuffer()),
  };
  return client;
}

export async function signIn(url: string, { username, password }: Account): Promise<Client> {
  const client = openClient(url);
  await client.call(login, { body: { username, password } });
  return client;
}

export function fillForm({ pdf, zip }: ProblemFiles): FormData {
  const form = new FormData();
  if (pdf) form.set('problemPdf', toBlob(pdf), 'statement.pdf');
  if (zip) form.set('testcasesZip', toBlob(zip), 'tests.zip');
  return form;
}

function toBlob(content: Uint8Array | Blob): Blob {
  return content instanceof Blob ? content : new Blob([new Uint8Array(content)]);
}
