import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReadStream } from 'node:tty';

/** Reads a secret: one hidden line from a terminal, or all piped input. */
export async function readSecret(
  input: NodeJS.ReadableStream & Partial<Pick<ReadStream, 'isTTY'>>,
  output: NodeJS.WritableStream,
  prompt: string,
): Promise<string> {
  if (!input.isTTY) return text(input);
  output.write(prompt);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: nowhere, terminal: true });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    output.write('\n');
  }
}
