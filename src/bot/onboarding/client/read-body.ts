import type { Readable } from 'node:stream';

/** Text of an answer, up to a size limit, since an endless one must not fill the memory; undefined if larger. */
export async function readBody(body: Readable, mostBytes: number): Promise<string | undefined> {
  // Closing a half-read body emits an error after the last listener is gone.
  body.on('error', () => {});
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    if (bytes > mostBytes) return undefined;
    pieces.push(piece);
  }
  return new TextDecoder().decode(Buffer.concat(pieces));
}
