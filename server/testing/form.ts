/** A multipart/form-data body as a browser sends it. */
export function makeForm(files: Record<string, { name: string; content: Buffer | string }>) {
  const boundary = 'minos-test-boundary';
  const parts = Object.entries(files).flatMap(([field, { name, content }]) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n` +
        'content-type: application/octet-stream\r\n\r\n',
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return {
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
