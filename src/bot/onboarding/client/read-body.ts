import type { Readable } from 'node:stream';
import { TooLarge } from './errors.ts';

/**
 * The pieces of a body as they come, up to so many bytes: whoever answers for ever must not fill the memory.
 * @param body its connection is closed when there is more, and when nobody wants the rest
 * @throws TooLarge
 */
export async function* piecesOf(body: Readable, mostBytes: number): AsyncGenerator<Uint8Array> {
  // Leaving a body half read makes it fail; by then nobody listens any more.
  body.on('error', () => {});
  let bytes = 0;
  for await (const piece of body as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    if (bytes > mostBytes) throw new TooLarge(mostBytes);
    yield piece;
  }
}

/** A whole body. @returns undefined when it has more bytes than that */
export async function readBody(body: Readable, mostBytes: number): Promise<Buffer<ArrayBuffer> | undefined> {
  try {
    return await joined(piecesOf(body, mostBytes));
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}

export async function joined(pieces: AsyncIterable<Uint8Array>): Promise<Buffer<ArrayBuffer>> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

/** A body as text, without a byte order mark. */
export function textOf(body: Buffer): string {
  return new TextDecoder().decode(body);
}
