import { demoWorkspace } from '../../src/commands/demo-company.ts';
import type { SequenceTask } from '../../src/contract/sequence.ts';
import type { Task } from '../../src/contract/task.ts';
import { silentLog } from '../../src/log.ts';
import { openOperator } from '../../src/service/operator.ts';
import { startService } from '../../src/service/service.ts';
import { testClock } from '../clock.ts';
import { type Cleanup, channels, serviceDatabase } from './office.ts';
import { begin } from './open-world.ts';

type NewTask = Omit<SequenceTask, 'person'> & Partial<SequenceTask>;

export const kit = 'Office kit';
const kitTasks: NewTask[] = [
  { day: -3, owner: 'manager', text: 'Order a laptop' },
  { day: 0, owner: 'hire', text: 'Read the handbook' },
  { day: 0, owner: 'buddy', text: 'Have lunch together' },
  { day: 1, owner: 'hr', text: 'Check the contract' },
];
export const farewell = 'Return of things';
/** The kit's messages, for a hire who isn't in Slack. */
export const kitMessages = [
  `${channels.private}: Task: Check the contract (Jane Doe)`,
  `${channels.private}: Task: Read the handbook (Jane Doe)`,
  'U0MARCUS: Task: Order a laptop (Jane Doe)',
  'U0SOFIA: Task: Have lunch together (Jane Doe)',
];
const farewellTasks: NewTask[] = [
  { day: -3, owner: 'hr', text: 'Plan the handover' },
  { day: 0, owner: 'manager', text: 'Collect the laptop' },
];

export async function taskService(cleanup: Cleanup, clock: ReturnType<typeof testClock>) {
  const { url: databaseUrl, token } = await serviceDatabase(cleanup);
  const options = { databaseUrl, host: '127.0.0.1', timezone: 'UTC', language: 'en', clock };
  const start = async (port: number) => {
    const running = await startService({ ...options, port, apiAccess: true, log: silentLog() });
    cleanup.later(running.stop);
    return running;
  };
  const running = await start(0);
  const operator = openOperator(databaseUrl);
  cleanup.later(operator.close);
  const ask = async (path: string, body?: object) => {
    const answer = await fetch(`${running.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const add = (name: string, kind: string, tasks: NewTask[]) =>
    ask('/api/frontdesk/sequences/new/', {
      name,
      kind,
      tasks: tasks.map((task) => ({ person: null, ...task })),
    });
  await add(kit, 'onboarding', kitTasks);
  await add(farewell, 'offboarding', farewellTasks);
  return {
    url: running.url,
    token,
    ask,
    add,
    stop: running.stop,
    startAgain: () => start(Number(new URL(running.url).port)),
  };
}

export type TaskService = Awaited<ReturnType<typeof taskService>>;

export function withTasks() {
  const clock = testClock({ start: begin });
  return { clock, service: (cleanup: Cleanup) => taskService(cleanup, clock) };
}

export const withKit = { Manager: 'Marcus Oyelaran', Buddy: 'Sofia Lindqvist', Sequences: [kit] };

const jane = {
  id: 'U0JANE',
  name: 'jane',
  realName: 'Jane Doe',
  email: 'jane@acme.example',
  timezone: 'Europe/London',
};
export const withJane = { people: [...demoWorkspace.people, jane] };

export async function tasksOf({ ask }: TaskService, text?: string): Promise<Task[]> {
  const { tasks } = (await ask('/api/frontdesk/tasks/?state=all')) as { tasks: Task[] };
  return tasks.filter((task) => text === undefined || task.text === text);
}

export async function finishAll(service: TaskService): Promise<void> {
  for (const { id, version } of await tasksOf(service))
    await service.ask('/api/frontdesk/tasks/change/', { action: 'done', id, version, by: null });
}
