import { additions } from '../../src/contract/additions/paths.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { addDays, isWeekend } from '../../src/time/dates.ts';
import type { Person } from '../driver/person.ts';
import type { MessageOnScreen } from '../driver/seen.ts';
import { channels } from '../journeys/office.ts';
import { type SeenTask, type TaskService, tasksOf } from '../journeys/task-office.ts';
import type { MovedChildren } from './moved-children.ts';
import type { LossyProxy, Passed } from './proxy.ts';
import { moment } from './tasks-stage.ts';
import { oneOf, until } from './trials.ts';

export type Press = 'Done' | 'Not yet' | 'Not mine';

interface Trial {
  sandbox: Sandbox & { person(id: string): Person };
  processes: MovedChildren;
  count: number;
  service: TaskService;
  proxy: LossyProxy;
  random: () => number;
}

/** Time to advance when nothing happens: expired leases are taken over and due work is found. In milliseconds. */
const aLook = 40_000;
/** Slack users who press buttons, by their ids in the service. */
const pressing = new Map([
  [3, 'U0MARCUS'],
  [5, 'U0LEILA'],
  [9, 'U0SOFIA'],
]);

type Task = SeenTask & { person_name: string };

/** Text in a form's window while the service hasn't answered. */
const waits = 'The onboarding service hasn’t answered yet.';

const placeOf = ({ assignee }: Task) => pressing.get(assignee ?? 0) ?? channels.private;
const lineOf = (task: Task) => `Task: ${task.text} (${task.person_name})`;

function buttonsFor(task: Task, { id }: Person): string[] {
  if (placeOf(task) !== id) return [];
  return task.done_at === null ? ['Done', 'Not yet', 'Not mine'] : ['Undo'];
}

export function createTasksTrial({ sandbox, processes, count, service, proxy, random }: Trial) {
  const told = new Map<string, string>();
  const tasks = async () => (await tasksOf(service)) as Task[];
  const people = [...pressing.values()].map((id) => sandbox.person(id));
  const begin = () => processes.start(count);

  function isDue({ due_day }: Task): boolean {
    let day = due_day;
    while (isWeekend(day)) day = addDays(day, -1);
    return moment(day, '09:00') <= processes.now();
  }

  function said(): string[] {
    const direct = people.flatMap((person) =>
      person.directMessages().map(({ text }) => `${person.id}: ${text}`),
    );
    const others = sandbox.messages(channels.private).map(({ text }) => `${channels.private}: ${text}`);
    return [...direct, ...others].filter((line) => line.includes(': Task: ')).toSorted();
  }

  async function toTell(): Promise<string[]> {
    for (const task of await tasks())
      if (task.done_at === null && isDue(task))
        told.set(`${task.id} ${task.due_day} ${task.assignee}`, `${placeOf(task)}: ${lineOf(task)}`);
    return [...told.values()].toSorted();
  }

  async function outdated(): Promise<string[]> {
    const all = await tasks();
    const isRight = (person: Person, { text, buttons }: MessageOnScreen) => {
      const task = all.find((one) => lineOf(one) === text);
      return !task || buttons.join() === buttonsFor(task, person).join();
    };
    return people.flatMap((person) =>
      person
        .directMessages()
        .filter((message) => !isRight(person, message))
        .map(({ text, buttons }) => `${person.id}: ${text}: ${buttons}`),
    );
  }

  async function seen() {
    return {
      is: said(),
      should: await toTell(),
      outdated: await outdated(),
    };
  }

  async function formOf(person: Person, title: 'Not yet' | 'Not mine'): Promise<() => Promise<unknown>> {
    await person.press(title);
    await person.untilView(title);
    if (title === 'Not mine') {
      await person.fill({ 'Who does it': 'Leila Haddad' });
      return () => person.submit();
    }
    const today = processes.now().toISOString().slice(0, 10);
    async function submit(days = 1): Promise<unknown> {
      const day = addDays(today, days);
      await person.fill({ 'New day': day, Reason: `Not before ${day}` });
      const outcome = await person.submit();
      // It is already due on that day.
      return outcome.outcome === 'errors' ? submit(days + 1) : outcome;
    }
    return submit;
  }

  async function withPress(kind: Press): Promise<Person | undefined> {
    const able = people.filter(
      ({ id }) =>
        (kind !== 'Not mine' || id !== 'U0LEILA') &&
        sandbox
          .person(id)
          .directMessages()
          .some(({ buttons }) => buttons.includes(kind)),
    );
    return able.length > 0 ? oneOf(able, random) : undefined;
  }

  const changes = async () => (await tasks()).reduce((sum, { version }) => sum + version, 0);

  return {
    async expectSo(): Promise<void> {
      let before = '';
      await until(async () => {
        const now = await seen();
        if (now.is.join() === now.should.join() && now.outdated.length === 0) return true;
        const text = JSON.stringify(now);
        if (text === before) await processes.moveTo(new Date(processes.now().getTime() + aLook));
        before = text;
        return false;
      }, seen);
    },

    async morning(day: string, isKilled: boolean): Promise<void> {
      const when = oneOf(['before', 'after'] as const, random);
      const isHeld = isKilled && random() < 0.7;
      const before = sandbox.calls('chat.postMessage').length;
      if (isHeld) sandbox.addFault({ target: 'chat.postMessage', kind: 'hang', when, times: 9 });
      await processes.moveTo(moment(day, '09:05'));
      if (!isKilled) return;
      const isPosted = () => sandbox.calls('chat.postMessage').length > before;
      if (isHeld && (await toTell()).length > said().length) await until(isPosted, seen);
      await new Promise((resolve) => setTimeout(resolve, random() * 60));
      await processes.kill(() => isHeld || random() < 0.6);
      sandbox.clearFaults();
      await begin();
    },

    /**
     * `when` kills before the service gets the press, or after it did and nobody else knows. It must be done
     * at most once, and the message must show the result.
     */
    async press(kind: Press, when: 'before' | 'after' | undefined): Promise<void> {
      const person = await withPress(kind);
      if (!person) return;
      const act = kind === 'Done' ? () => person.press('Done') : await formOf(person, kind);
      const before = await changes();
      const from = proxy.passed.length;
      if (when) proxy.next(additions.task, { when, answer: 'nothing' });
      const acted = act();
      const isThere = ({ path, status }: Passed) =>
        path === additions.task && (when === 'before' || status !== undefined);
      if (when) {
        await until(() => proxy.passed.slice(from).some(isThere), seen);
        if (kind !== 'Done') await person.until(() => person.view().texts.join().includes(waits));
        await processes.kill();
        await begin();
      }
      await acted;
      await until(async () => (await changes()) === before + (when === 'before' ? 0 : 1), seen);
      await person.closeAll();
    },
  };
}
