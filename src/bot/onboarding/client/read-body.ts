import type { Readable } from 'node:stream';

/**
 * Reads a body, up to so many bytes: whoever answers for ever must not fill the memory.
 * @param body its connection is closed when there is more
 * @returns undefined when it is larger
 */
export async function readBody(body: Readable, mostBytes: number): Promise<Buffer<ArrayBuffer> | undefined> {
  // Leaving a body half read makes it fail; by then nobody listens any more.
  body.on('error', () => {});
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A body as text, without a byte order mark. */
export function textOf(body: Buffer): string {
  return new TextDecoder().decode(body);
}
