import { z } from 'zod';
import type { DrivenSandbox } from '../driver/sandbox.ts';
import { copyOf, type Door, type Payload, recorded, send } from './front-door.ts';
import { claims, type Windows } from './truth.ts';

const limit = 3_000;

export interface Names {
  onboarding: string;
  offboarding: string;
}

export async function recordForms(sandbox: DrivenSandbox, names: Names) {
  const person = sandbox.person('U0INES');
  await person.open('/newhire Trial Recorded trial.recorded@acme.example 2999-01-01');
  await person.fill({ Manager: 'Marcus Oyelaran', Buddy: 'Yuki Tanaka', Sequences: [names.onboarding] });
  const hire = await recorded(sandbox, person);
  await person.open('/offboard');
  await person.fill({
    Employee: 'Sofia Lindqvist',
    'Last day': '2999-01-31',
    'Offboarding sequences': [names.offboarding],
  });
  return { hire, leaving: await recorded(sandbox, person) };
}

/**
 * Submits a copy of a recorded form until it is acknowledged.
 * @param replaced replacements by recorded value
 */
export async function submitCopy(
  form: Payload,
  id: string,
  replaced: Record<string, string>,
  door: Door & { windows: Windows },
): Promise<void> {
  for (;;) {
    const copy = copyOf(form, id, replaced);
    let answer = await send(copy, door, limit);
    for (let page = pageIn(answer); page; page = pageIn(answer))
      answer = await send({ ...copy, view: { ...copy.view, ...page } }, door, limit);
    if ('text' in answer) return shows(door.windows, copy.view.id, answer.text);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Of two answers at once, of which Slack would take one, the window shows the outcome. */
function shows(windows: Windows, id: string, answer: string): void {
  const isOutcome = (text: string) => Object.values(claims).some(({ done }) => done.test(text));
  if (!isOutcome(windows.get(id) ?? '')) windows.set(id, answer);
}

const Asking = z.object({
  response_action: z.enum(['push', 'update']),
  view: z.object({ callback_id: z.string().endsWith('_check'), private_metadata: z.string() }),
});

function pageIn(answer: Awaited<ReturnType<typeof send>>) {
  const { data } = Asking.safeParse('text' in answer && answer.text ? JSON.parse(answer.text) : null);
  return data && { ...data.view, state: { values: {} }, blocks: [] };
}

export async function answerQuestion(id: string, yes: boolean, like: Payload, door: Door): Promise<void> {
  const action = {
    type: 'button',
    block_id: 'answer',
    value: JSON.stringify({ request: id }),
    action_ts: '1.1',
  };
  await send(
    {
      ...like,
      type: 'block_actions',
      view: undefined,
      trigger_id: '1.1.x',
      container: { type: 'message' },
      actions: [{ ...action, action_id: yes ? 'troubles_yes' : 'troubles_no' }],
      response_url: `${door.url()}/nowhere`,
    },
    door,
    limit,
  );
}
