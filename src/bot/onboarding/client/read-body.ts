import type { Readable } from 'node:stream';
import { TooLarge } from './errors.ts';

/** Chunks of a body, up to a size limit: an endless answer must not fill the memory. Closes `body` when it stops. */
export async function* piecesOf(body: Readable, mostBytes: number): AsyncGenerator<Uint8Array> {
  // Closing a half-read body emits an error after the last listener is gone.
  body.on('error', () => {});
  let bytes = 0;
  for await (const piece of body as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    if (bytes > mostBytes) throw new TooLarge(mostBytes);
    yield piece;
  }
}

/** Returns undefined if the body is larger than `mostBytes`. */
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

export function textOf(body: Buffer): string {
  return new TextDecoder().decode(body);
}
