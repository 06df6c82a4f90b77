import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Onboarding API without people, in which each creation gets the next id: `instant-api-process.ts MS BYTES`. Answers
 * at once, or like a deployment with one worker that takes that long per POST; a list has that many bytes. Addresses
 * beginning with `held.` get no answer; `later.` is put off by a day and succeeds at the second attempt.
 */
const [takes = 0, bytes = 0] = process.argv.slice(2).map(Number);
const list = bytes > 0 ? Buffer.alloc(bytes, 'x') : '[]';
let worker: Promise<void> = Promise.resolve();
let next = 1;
const putOff = new Set<string>();
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  response.setHeader('content-type', 'application/json');
  if (request.method !== 'POST') return response.writeHead(200).end(list);
  const body = JSON.parse(Buffer.concat(chunks).toString()) as { email?: string };
  // Held requests are neither carried out nor refused.
  if (body.email?.startsWith('held.')) return;
  if (body.email?.startsWith('later.') && !putOff.has(body.email)) {
    putOff.add(body.email);
    return response.writeHead(503, { 'retry-after': '86400' }).end('{}');
  }
  next += 1;
  if (takes > 0) {
    worker = worker.then(() => new Promise((resolve) => setTimeout(resolve, takes)));
    await worker;
  }
  return response.writeHead(201).end(JSON.stringify({ id: next, email: body.email ?? '' }));
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.on('disconnect', () => process.exit(0));
