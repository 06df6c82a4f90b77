import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Onboarding API without people, in which each creation gets the next id at once. */
let next = 1;
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  response.setHeader('content-type', 'application/json');
  if (request.method !== 'POST') return response.writeHead(200).end('[]');
  const body = JSON.parse(Buffer.concat(chunks).toString()) as { email?: string };
  next += 1;
  return response.writeHead(201).end(JSON.stringify({ id: next, email: body.email ?? '' }));
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.on('disconnect', () => process.exit(0));
