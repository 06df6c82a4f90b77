import type { FastifyInstance } from 'fastify';
import type { RunOnce } from '../idempotency/idempotent-writes.ts';
import type { AddSequence } from '../sequences/add-sequence.ts';
import { endpoints } from './endpoints.ts';
import { sendJson, sendWriteResponse } from './replies.ts';
import { writeOf } from './routes.ts';

/** Operations beyond the specification. Each validates its input and throws a Refusal 400. */
export interface Additions {
  importPeople(body: unknown): Promise<object>;
  changePerson(body: unknown): Promise<object>;
  listSequences(): Promise<object>;
  addSequence: AddSequence;
  changeSequence(body: unknown): Promise<object>;
  listStarters(): Promise<object>;
  /** @param query parameters of the address */
  listTasks(query: unknown): Promise<object>;
  changeTask(body: unknown): Promise<object>;
}

export function addAdditionRoutes(server: FastifyInstance, additions: Additions, runOnce: RunOnce): void {
  const { addSequence } = additions;
  const reads = { fullSequences: additions.listSequences, starters: additions.listStarters } as const;
  for (const name of ['fullSequences', 'starters'] as const)
    server.get(endpoints[name].path, async (_request, reply) => sendJson(reply, 200, await reads[name]()));
  server.get(endpoints.tasks.path, async ({ query }, reply) =>
    sendJson(reply, 200, await additions.listTasks(query)),
  );
  const changes = {
    people: additions.importPeople,
    person: additions.changePerson,
    sequence: additions.changeSequence,
    task: additions.changeTask,
  } as const;
  for (const name of ['people', 'person', 'sequence', 'task'] as const)
    server.post(endpoints[name].path, async ({ body }, reply) =>
      sendJson(reply, 200, await changes[name](body)),
    );
  server.post(endpoints.newSequence.path, async (request, reply) => {
    const run = runOnce(writeOf(request), (key) => addSequence(request.body, key));
    return sendWriteResponse(reply, await run);
  });
}
