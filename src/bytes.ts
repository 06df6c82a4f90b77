/** All pieces together, up to a limit, since endless ones must not fill the memory; undefined if they are more. */
export async function bytesOf(pieces: AsyncIterable<Uint8Array>, most: number): Promise<Buffer | undefined> {
  const read: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > most) return undefined;
    read.push(piece);
  }
  return Buffer.concat(read);
}
