import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Onboarding API in which each creation gets the next id: `instant-api-process.ts MS BYTES ASKED PEOPLE`. Answers at
 * once, or like a deployment with one worker that takes so many milliseconds per POST, and per GET or question about
 * a hire; a list has that many bytes, or employees. Addresses beginning with `held.` get no answer; `later.` is put off by a day and succeeds
 * at the second attempt. `GET /created?N` is answered once there were N creations.
 */
const [takes = 0, bytes = 0, asked = 0, people = 0] = process.argv.slice(2).map(Number);
const list = bytes > 0 ? Buffer.alloc(bytes, 'x') : '[]';
const employees = JSON.stringify(Array.from({ length: people }, (_, at) => personAt(at + 1)));
let worker: Promise<void> = Promise.resolve();
let next = 1;
let created = 0;
const putOff = new Set<string>();
const awaited = new Map<number, () => void>();
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  response.setHeader('content-type', 'application/json');
  const { method, url = '' } = request;
  const [, count] = url.split('/created?');
  if (count !== undefined) {
    if (created >= Number(count)) return void response.end('{}');
    return void awaited.set(Number(count), () => response.end('{}'));
  }
  if (method !== 'POST') {
    await work(asked);
    return void response.writeHead(200).end(people > 0 && url.endsWith('/employees/') ? employees : list);
  }
  const body = JSON.parse(Buffer.concat(chunks).toString()) as { email?: string; first_name?: string };
  if (body.first_name === undefined) {
    await new Promise((resolve) => setTimeout(resolve, asked));
    return void response.writeHead(400).end('{"first_name":["This field is required."]}');
  }
  // Held requests are neither carried out nor refused.
  if (body.email?.startsWith('held.')) return;
  if (body.email?.startsWith('later.') && !putOff.has(body.email)) {
    putOff.add(body.email);
    return void response.writeHead(503, { 'retry-after': '86400' }).end('{}');
  }
  next += 1;
  const id = people + next;
  await work(takes);
  response.writeHead(201).end(JSON.stringify({ id, email: body.email ?? '' }));
  created += 1;
  awaited.get(created)?.();
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.on('disconnect', () => process.exit(0));

/** Requests queue behind one another. */
async function work(ms: number): Promise<void> {
  if (ms === 0) return;
  worker = worker.then(() => new Promise((resolve) => setTimeout(resolve, ms)));
  await worker;
}

function personAt(id: number) {
  const [first_name, last_name] = ['Maximiliane', `Featherstonehaugh ${id}`];
  return { id, first_name, last_name, email: `maximiliane.${id}@acme.example` };
}
