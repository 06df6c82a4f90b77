import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blockCoverage, elementCoverage } from './coverage/block-kit.ts';
import type { CoverageTable } from './coverage/coverage.ts';
import { methodCoverage } from './coverage/methods.ts';
import { payloadCoverage } from './coverage/payloads.ts';
import { call } from './stage/call.ts';
import { input, modal, plain, section, stage } from './stage/stage.ts';

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

const tables = Object.entries({ methodCoverage, blockCoverage, elementCoverage, payloadCoverage });

const sourceOf = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');

/** Supported rows, each with the test that shows it. */
function shown(table: CoverageTable): { name: string; file: string; title: string }[] {
  return Object.entries(table).flatMap(([name, coverage]) =>
    coverage.support === 'not' ? [] : [{ name, ...coverage.test }],
  );
}

/** Titles of a file's tests as a runner prints them, with unfilled placeholders. */
function titlesIn(file: string): string[] {
  const lines = /^( *)(?:(describe|it)\b.*|\]\)|\))\(\s*'(.*)',/gm;
  let around = '';
  return [...sourceOf(file).matchAll(lines)].flatMap(([, indent, what, title = '']) => {
    if (what !== 'describe') return indent === '' ? [title] : [`${around} ${title}`];
    around = title;
    return [];
  });
}

describe.each(tables)('the table of %s', (_name, table: CoverageTable) => {
  it('says what is missing where something is', () => {
    for (const coverage of Object.values(table))
      expect('without' in coverage && coverage.without !== '').toBe(coverage.support === 'partial');
  });

  it.each(shown(table))('names a test that exists: $name', ({ file, title }) => {
    expect(titlesIn(file)).toContain(title);
  });
});

it.each(shown(methodCoverage))('the file of the test for $name calls it', ({ name, file }) => {
  expect(sourceOf(file)).toContain(`'${name}'`);
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
  await alice.postMessage('general', 'Hello');
  await alice.messageShortcut('message_shortcut', {
    channel: 'general',
    ts: sandbox.messages('C1')[0]?.ts ?? '',
  });
  sandbox.changeUserGroup('S1', { users: ['U2'] });
  sandbox.changePerson('U2', { isGuest: true });
  sandbox.addPerson({ id: 'U9', name: 'nina', realName: 'Nina New', email: 'n@x.example', timezone: 'UTC' });
  await sandbox.settled();
  const promised = Object.keys(payloadCoverage).filter((name) => payloadCoverage[name]?.support !== 'not');
  const sent = new Set(sandbox.deliveries().map(({ name }) => name));
  expect([...sent].sort()).toEqual(promised.filter((name) => name !== 'app_mention').sort());
});
