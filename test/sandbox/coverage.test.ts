import { expect, it } from 'vitest';
import {
  blockCoverage,
  elementCoverage,
  methodCoverage,
  payloadCoverage,
} from '../../src/sandbox/coverage.ts';
import { call } from './call.ts';
import { input, modal, plain, section, stage } from './stage.ts';

const set = stage();

it('names every method that has a route, and no other as supported', () => {
  const covered = Object.keys(methodCoverage).filter((name) => methodCoverage[name]?.support !== 'not');
  expect(covered.sort()).toEqual([...set.sandbox.methods].sort());
});

it.each(Object.keys(methodCoverage))('answers %s as the table says', async (method) => {
  const { error } = await call(set.sandbox, method, {});
  if (methodCoverage[method]?.support === 'not') expect(error).toBe('unknown_method');
  else expect(error).not.toBe('unknown_method');
});

it('says what is missing where something is', () => {
  for (const coverage of [
    ...Object.values(methodCoverage),
    ...Object.values(payloadCoverage),
    ...Object.values(blockCoverage),
    ...Object.values(elementCoverage),
  ])
    expect(coverage.without !== undefined).toBe(coverage.support === 'partial');
});

const alone = /^unsupported type: /;

it.each(Object.keys(blockCoverage))('knows the block %s, or does not, as the table says', async (type) => {
  const bare = [{ type }];
  const asView = await refusedWords('views.open', { trigger_id: await set.trigger(), view: modal(bare) });
  const asMessage = await refusedWords('chat.postMessage', { channel: 'C1', text: 't', blocks: bare });
  const isUnknown = [asView, asMessage].every((words) => words.some((word) => alone.test(word)));
  expect(isUnknown).toBe(blockCoverage[type]?.support === 'not');
});

it.each(Object.keys(elementCoverage))(
  'knows the element %s, or does not, as the table says',
  async (type) => {
    const blocks = [
      { type: 'actions', elements: [{ type }] },
      { type: 'section', text: plain('t'), accessory: { type } },
      { type: 'input', label: plain('l'), element: { type } },
    ];
    const view = modal(blocks, { title: plain('x'.repeat(25)) });
    const words = await refusedWords('views.open', { trigger_id: await set.trigger(), view });
    const unknown = words.filter((word) => alone.test(word)).length;
    expect(unknown === blocks.length).toBe(elementCoverage[type]?.support === 'not');
  },
);

async function refusedWords(method: string, args: Record<string, unknown>): Promise<string[]> {
  const answer = await call(set.sandbox, method, args);
  const { messages = [] } = (answer.response_metadata ?? {}) as { messages?: string[] };
  return messages.map((message) => message.replace('[ERROR] ', ''));
}

it('sends every payload that the table promises', async () => {
  const { alice, sandbox } = set;
  await set.open(
    modal(
      [
        section(),
        input('Menu', { type: 'external_select', min_query_length: 0 }, { optional: true }),
        { type: 'actions', elements: [{ type: 'button', text: plain('Go') }] },
      ],
      { notify_on_close: true },
    ),
  );
  await alice.press('Go');
  await alice.options('Menu');
  await alice.submit();
  await set.open(modal([section()], { notify_on_close: true }));
  await alice.close();
  await alice.openHome();
  await alice.shortcut('global_shortcut');
  await alice.postMessage('general', `Hello <@${sandbox.botUserId}>`);
  await alice.messageShortcut('message_shortcut', {
    channel: 'general',
    ts: sandbox.messages('C1')[0]?.ts ?? '',
  });
  sandbox.changeUserGroup('S1', { users: ['U2'] });
  sandbox.changePerson('U2', { isGuest: true });
  await sandbox.settled();
  const promised = Object.keys(payloadCoverage).filter((name) => payloadCoverage[name]?.support !== 'not');
  const sent = new Set(sandbox.deliveries().map(({ name }) => name));
  expect([...sent].sort()).toEqual(promised.filter((name) => name !== 'app_mention').sort());
});
