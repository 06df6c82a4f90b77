import type { ModalView } from '@slack/types';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Person } from '../../driver/person.ts';
import type { DrivenSandbox } from '../../driver/sandbox.ts';
import { call } from './call.ts';
import { ManualClock } from './manual-clock.ts';
import { startSample } from './sample.ts';
import { ScriptedApp } from './scripted-app.ts';

/** View as answered by the Web API. */
export interface OpenedView {
  id: string;
  hash: string;
  type: string;
  root_view_id: string;
  previous_view_id: string | null;
  blocks: { block_id: string }[];
  state: { values: object };
}

export interface Stage {
  sandbox: DrivenSandbox;
  app: ScriptedApp;
  clock: ManualClock;
  alice: Person;
  bob: Person;
  trigger(): Promise<string>;
  open(view: unknown): Promise<OpenedView>;
}

/** One sandbox with a scripted app and a manual clock for all tests of a file. */
export function stage(): Stage {
  const made = { clock: new ManualClock() } as Stage;
  beforeAll(async () => {
    made.sandbox = await startSample({ clock: made.clock });
    made.app = await ScriptedApp.start(made.sandbox);
    made.alice = made.sandbox.person('U1');
    made.bob = made.sandbox.person('U2');
    made.trigger = async () => {
      await made.alice.command('/bare');
      return String(made.app.last('slash_commands').body.trigger_id);
    };
    made.open = async (view) => {
      const answer = await call(made.sandbox, 'views.open', { trigger_id: await made.trigger(), view });
      if (!answer.ok) throw new Error(JSON.stringify(answer));
      return answer.view as OpenedView;
    };
  });
  beforeEach(async () => {
    await made.alice.closeAll();
    made.sandbox.clearFaults();
  });
  afterAll(async () => {
    await made.app.stop();
    await made.sandbox.stop();
  });
  return made;
}

export const plain = (text: string) => ({ type: 'plain_text', text });

export function modal(
  blocks: unknown[],
  more: object = {},
): Record<string, unknown> & Pick<ModalView, 'type'> {
  return { type: 'modal', title: plain('Title'), submit: plain('Send'), blocks, ...more };
}

export const section = (text = 'Text') => ({ type: 'section', text: plain(text) });

export function input(label: string, element: object, more: object = {}) {
  const id = label.toLowerCase().replaceAll(' ', '_');
  return {
    type: 'input',
    block_id: id,
    label: plain(label),
    element: { action_id: id, ...element },
    ...more,
  };
}
