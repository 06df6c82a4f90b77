import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Changes } from '../changes.ts';
import { NewFault } from '../faults/fault.ts';
import type { Faults } from '../faults/faults.ts';
import type { Traffic } from '../traffic/traffic.ts';
import { stream, wholeState } from './stream.ts';

/** Routes for the traffic: once, or as a stream with changes batched. */
export function trafficRoutes(server: FastifyInstance, traffic: Traffic, changes: Changes): void {
  server.get('/sandbox/traffic', () => traffic.list());
  server.get('/sandbox/traffic/stream', (_request, reply) =>
    stream(
      reply,
      changes,
      wholeState(() => traffic.list()),
      { pause: 100 },
    ),
  );
}

/** Routes that list, add and remove faults. */
export function faultRoutes(server: FastifyInstance, faults: Faults): void {
  server.get('/sandbox/faults', () => faults.list());
  server.post('/sandbox/faults', (request, reply) => {
    const fault = NewFault.safeParse(request.body);
    if (!fault.success) return reply.status(400).send({ error: z.prettifyError(fault.error) });
    return reply.status(201).send(faults.add(fault.data));
  });
  server.delete('/sandbox/faults', (_request, reply) => {
    faults.remove();
    return reply.status(204).send();
  });
  server.delete<{ Params: { id: string } }>('/sandbox/faults/:id', (request, reply) => {
    faults.remove(request.params.id);
    return reply.status(204).send();
  });
}
