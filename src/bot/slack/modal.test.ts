import { expect, it } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../time/clock.ts';
import { textField } from './forms/field.ts';
import { type ModalServices, modal, page } from './modal.ts';

const input = [{ type: 'input', block_id: 'text' }];

const viewer = { userId: 'U0INES', role: 'hr' } as const;

function tried() {
  const got: unknown[] = [];
  const drafts: unknown[] = [];
  const windows = {
    async follow(_open: unknown, view: unknown) {
      got.push(view);
      return 'shown';
    },
    newest: (payload: unknown) => payload,
    begin: () => ({ before: Promise.resolve(), isNewest: () => true, end: () => {} }),
  };
  const notes = modal({
    id: 'notes',
    role: 'hr',
    metadata: z.object({ about: z.string() }),
    kept: z.object({ version: z.int() }),
    facts: async (_by: ModalServices, { about }) => (about === 'nobody' ? page('Gone', []) : { about }),
    title: ({ about }) => about,
    fields: () => ({ text: textField({ label: 'Note' }) }),
    open: (_facts, { about }) => ({ values: { text: about }, keep: { version: 3 } }),
    submit: {
      text: () => 'Save',
      async run(_facts, { version }, { text }) {
        if (text === undefined) return { errors: { text: 'Empty' } };
        return version === 3 ? 'close' : { again: [] };
      },
    },
    actions: {
      check: async ({ about }, _metadata, { values: { text } }) => page(`${about}: ${text}`, []),
    },
    async onClosed({ about }) {
      drafts.push(about);
    },
  });
  const listeners = notes.listeners({ windows: windows as never, clock: systemClock });
  return {
    notes,
    got,
    drafts,
    ways: listeners.map(({ kind, id, role }) => `${kind} ${id} ${role}`),
    async press(kind: string, id: string, view: object, action: object = {}): Promise<unknown> {
      let answer: unknown;
      const ack = async (given: unknown) => {
        answer = given;
      };
      const open = { id: 'V1', hash: '1', type: 'modal', callback_id: 'notes', blocks: input, ...view };
      const args = {
        ack,
        action: { block_id: '', type: 'button', ...action },
        view: open,
        body: { type: kind, view: open },
        context: {},
      };
      await listeners.find((one) => one.kind === kind && one.id === id)?.run(args as never, viewer);
      return answer;
    },
  };
}

const open = (text: string | null, carried: object) => ({
  private_metadata: JSON.stringify(carried),
  state: { values: { text: { notes_text: { type: 'plain_text_input', value: text } } } },
});
const jane = { about: 'Jane', version: 3 };

it('listens for its button, its submission, its actions and its closing, all for the same role', () => {
  expect(tried().ways).toEqual([
    'action notes hr',
    'action notes_check hr',
    'view notes hr',
    'closed notes hr',
  ]);
});

it('carries the metadata of its button, and what it kept, until it is submitted', async () => {
  const { notes, press, got } = tried();
  const { value = '' } = notes.button({ about: 'Jane' }, { text: 'Note' });
  await press('action', 'notes', {}, { value });
  expect(got).toEqual([
    expect.objectContaining({ private_metadata: JSON.stringify(jane), notify_on_close: true }),
  ]);
  expect(await press('view', 'notes', open('Hi', jane))).toBeUndefined();
});

it('answers with an error at the field, the window as it is now, or the page instead of it', async () => {
  const { press } = tried();
  const errors = { response_action: 'errors', errors: { text: 'Empty' } };
  expect(await press('view', 'notes', open(null, jane))).toEqual(errors);
  const again = { view: { title: { text: 'Jane' }, private_metadata: JSON.stringify(jane) } };
  expect(await press('view', 'notes', open('Hi', { ...jane, version: 2 }))).toMatchObject(again);
  const gone = { view: { title: { text: 'Gone' } } };
  expect(await press('view', 'notes', open('Hi', { ...jane, about: 'nobody' }))).toMatchObject(gone);
});

it('gives an action the values of the fields, and hears when it is closed', async () => {
  const { press, got, drafts } = tried();
  await press('action', 'notes_check', open('Hi', jane));
  expect(got).toMatchObject([{ title: { text: 'Jane: Hi' } }]);
  await press('closed', 'notes', open('Hi', jane));
  expect(drafts).toEqual(['Jane']);
});

it('shows a waiting page while it takes longer, then the error with what was typed', async () => {
  let tooLong = () => {};
  const saved = Promise.withResolvers<{ errors: { text: string } }>();
  const slow = modal({
    id: 'notes',
    role: 'hr',
    metadata: z.object({}),
    facts: async (_by: ModalServices) => ({}),
    title: () => 'Note',
    fields: () => ({ text: textField({ label: 'Note' }) }),
    open: () => ({}),
    submit: { text: () => 'Save', waiting: () => page('Saving', []), run: () => saved.promise },
  });
  const clock = {
    ...systemClock,
    after(_ms: number, then: () => void) {
      tooLong = then;
      return () => {};
    },
  };
  const shown: unknown[] = [];
  const ack = async (answer: unknown) => void shown.push(answer);
  const client = { views: { update: async (call: unknown) => void shown.push(call) } };
  const view = { id: 'V1', blocks: input, ...open('Hi', {}) };
  const [, submitted] = slow.listeners({ windows: {} as never, clock });
  const received = submitted?.run({ ack, client, view, body: {} } as never, viewer);
  tooLong();
  await expect.poll(() => shown).toMatchObject([{ view: { title: { text: 'Saving' } } }]);
  saved.resolve({ errors: { text: 'Too short' } });
  await received;
  const blocks = [{ text: { text: 'Too short' } }, { element: { initial_value: 'Hi' } }];
  expect(shown[1]).toMatchObject({ view_id: 'V1', view: { title: { text: 'Note' }, blocks } });
});
