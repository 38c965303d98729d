import { request } from 'node:http';

export interface OpenRequest {
  /** Settles with the status and text of the answer, or fails when the connection broke. */
  readonly answered: Promise<{ status: number; text: string }>;
  write(bytes: Buffer): void;
  end(bytes: Buffer): void;
}

/** A request whose body is sent bit by bit. */
export function openRequest(url: string, headers: Record<string, string>): OpenRequest {
  const sending = request(url, { method: 'POST', headers, agent: false });
  const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
    sending.once('error', reject);
    sending.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece) => {
        text += piece;
      });
      response.once('error', reject);
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
  });
  answered.catch(() => {});
  return { answered, write: (bytes) => void sending.write(bytes), end: (bytes) => void sending.end(bytes) };
}
