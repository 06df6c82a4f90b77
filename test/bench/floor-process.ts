import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';

/** The floor of a list: the same framework answering a fixed body of `floor-process.ts BYTES`. */
const body = Buffer.alloc(Number(process.argv[2]), 'x');
const server = fastify();
server.get('/', async (_request, reply) => reply.header('content-type', 'application/json').send(body));
await server.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ url: `http://127.0.0.1:${(server.server.address() as AddressInfo).port}` });
process.on('disconnect', () => process.exit(0));
