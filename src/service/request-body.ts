import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { Refusal } from './problem.ts';

/** The largest body that is read, in bytes. */
export const maxBody = 1_000_000;

/** Reads bodies: JSON, and forms as released deployments do; anything else is refused with 415. */
export async function readBodies(server: FastifyInstance): Promise<void> {
  server.removeAllContentTypeParsers();
  await server.register(formbody, { bodyLimit: maxBody });
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, text: string) => (text === '' ? {} : parseJson(text)),
  );
  server.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (request: { headers: Record<string, unknown> }, body: Buffer) => {
      if (body.length === 0) return {};
      throw new Refusal(415, {
        detail: `Unsupported media type "${request.headers['content-type']}" in request.`,
      });
    },
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, { detail: 'JSON parse error - Expecting value: line 1 column 1 (char 0)' });
  }
}
