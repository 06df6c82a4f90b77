import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';

/** Baseline of a list: Fastify answering a fixed body, `floor-process.ts BYTES`. */
const body = Buffer.alloc(Number(process.argv[2]), 'x');
const server = fastify();
server.get('/', async (_request, reply) => reply.header('content-type', 'application/json').send(body));
await server.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ url: `http://127.0.0.1:${(server.server.address() as AddressInfo).port}` });
process.on('disconnect', () => process.exit(0));
