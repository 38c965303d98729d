/** A browser of sorts for servers elsewhere: keeps its cookie, speaks JSON, and fails on a refusal. */
export interface ApiClient {
  readonly url: string;
  cookie: string;
  get(path: string): Promise<unknown>;
  post(path: string, body?: unknown): Promise<unknown>;
  put(path: string, body: unknown): Promise<unknown>;
  upload(path: string, field: string, content: Buffer): Promise<{ jobId: string }>;
}

export function openApiClient(url: string): ApiClient {
  async function send(
    method: string,
    path: string,
    body?: string | FormData,
    headers = {},
  ): Promise<unknown> {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { cookie: client.cookie, ...headers },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    client.cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? client.cookie;
    return text === '' ? undefined : JSON.parse(text);
  }
  const sendJson = (method: string, path: string, body: unknown) =>
    send(method, path, JSON.stringify(body ?? {}), { 'content-type': 'application/json' });
  const client: ApiClient = {
    url,
    cookie: '',
    get: (path) => send('GET', path),
    post: (path, body) => sendJson('POST', path, body),
    put: (path, body) => sendJson('PUT', path, body),
    upload: (path, field, content) => {
      const form = new FormData();
      form.set(field, new Blob([new Uint8Array(content)]), 'upload.zip');
      return send('POST', path, form) as Promise<{ jobId: string }>;
    },
  };
  return client;
}
