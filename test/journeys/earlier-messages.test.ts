import { expect, it } from 'vitest';
import { type BotTables, migrations } from '../../src/bot/storage/migrations.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open.ts';
import { useCleanup } from '../cleanup.ts';
import { fastClock } from '../faults/fast-clock.ts';
import { onEachDatabase } from '../postgres.ts';
import { call } from '../sandbox/stage/call.ts';
import { channels, openOffice, releasedService } from './office.ts';

const cleanup = useCleanup();

const clock = fastClock(20);

function block(text: string) {
  return { type: 'section', text: { type: 'plain_text', text } };
}

function button(text: string, action_id: string, value: string) {
  return { type: 'button', action_id, value, text: { type: 'plain_text', text } };
}

/** As the version before wrote it. */
function messageRow(key: string, text: string, recipient: object, more: object = {}) {
  const at = clock.now().toISOString();
  return {
    key,
    request_id: null,
    purpose: 'trouble',
    recipient: JSON.stringify(recipient),
    text,
    blocks: JSON.stringify([block(text)]),
    state: 'pending',
    doubtful: 0,
    attempts: 0,
    created_at: at,
    due_at: at,
    ...more,
  };
}

function undecidedRow(id: string) {
  const at = clock.now().toISOString();
  const payload = { first_name: 'Jane', last_name: 'Doe', email: 'jane@acme.example', role: 0 };
  return {
    id,
    kind: 'newhire',
    subject: payload.email,
    submission: 'F-EARLIER',
    requester: 'U0INES',
    payload: JSON.stringify(payload),
    context: JSON.stringify({ personName: 'Jane Doe', sequenceNames: [], viewId: 'V0EARLIER' }),
    state: 'undecided',
    question: JSON.stringify({ kind: 'isItThere' }),
    attempts: 1,
    awaits_view: 0,
    revision: 0,
    due_at: at,
    created_at: at,
  };
}

onEachDatabase((fresh) => {
  it('sends what an earlier version wrote as it stands, once, and shows the answer to what it asked', async () => {
    const earlier = await fresh();
    cleanup.later(earlier.remove);
    const stored = openDatabase<BotTables>(earlier.url);
    cleanup.later(stored.close);
    const all = Object.entries(migrations(stored.kind));
    const before = Object.fromEntries(all.filter(([name]) => name < '140'));
    await migrate(stored.db, before);
    const office = await openOffice(cleanup, { service: await releasedService(cleanup), clock });
    const { ines, sandbox } = office;
    await office.bot.stop();

    const inSlack = {
      channel: channels.hires,
      text: 'Posted before',
      blocks: [block('Posted before')],
      metadata: { event_type: 'frontdesk_message', event_payload: { id: 'key of the one in Slack' } },
    };
    expect(await call(sandbox, 'chat.postMessage', inSlack)).toMatchObject({ ok: true });
    const id = 'R-EARLIER';
    const asked = 'Is Jane Doe in it?';
    const answers = [
      button('Yes, it was asked so', 'troubles_yes', id),
      button('No, send it again', 'troubles_no', id),
    ];
    await stored.db.insertInto('requests').values(undecidedRow(id)).execute();
    const toChannel = { channel: channels.hires };
    await stored.db
      .insertInto('messages')
      .values([
        messageRow('key of the one in Slack', 'Posted before', toChannel, { doubtful: 1, attempts: 1 }),
        messageRow('another key', 'Written &lt;before&gt;', toChannel),
        messageRow(
          'key of the question',
          asked,
          { hr: true, exceptUsers: ['U0INES'] },
          {
            request_id: id,
            purpose: 'undecided 1:hr',
            blocks: JSON.stringify([block(asked), { type: 'actions', elements: answers }]),
          },
        ),
      ])
      .execute();

    Object.assign(office.environment, { DATABASE_URL: earlier.url });
    await office.start();
    await ines.untilMessage('Written', channels.hires);
    await ines.untilMessage(asked, channels.private);
    // The weekly overviews of the weeks ahead are rows too.
    const due = stored.db.selectFrom('messages').where('planned', '=', 0);
    const states = due.select('state').orderBy('id');
    await expect
      .poll(() => states.execute())
      .toEqual([{ state: 'sent' }, { state: 'sent' }, { state: 'sent' }]);
    expect(sandbox.messages(channels.hires).map(({ text }) => text)).toEqual([
      'Posted before',
      'Written &lt;before&gt;',
    ]);

    await ines.press('Yes, it was asked so');
    await ines.untilMessage('Jane Doe has been added.');
    const question = () => JSON.stringify(sandbox.messages(channels.private)[0]);
    await expect.poll(question).toContain('Answered by <@U0INES>: “Yes, it was asked so”');
    expect(question()).toContain(asked);
    expect(question()).not.toContain('"type":"actions"');
    await expect.poll(() => sandbox.messages(channels.hires)).toHaveLength(3);
    const built = due.select('key').where('name', 'is not', null);
    const keys = await built.execute();
    expect(keys.map(({ key }) => key).sort()).toEqual([
      `${id}:headline:${channels.hires}`,
      `${id}:requester`,
    ]);
  });
});

it('stores nobody’s name in a message', async () => {
  const office = await openOffice(cleanup, { service: await releasedService(cleanup), clock });
  await office.ines.command('/newhire Jane Doe jane@acme.example 2999-01-01');
  await office.ines.untilView('New hire');
  await office.ines.fill({ Manager: 'Marcus Oyelaran' });
  await office.ines.submit();
  await office.marcus.untilMessage('Jane Doe joins');
  const { db, close } = openDatabase<BotTables>(office.environment.DATABASE_URL);
  cleanup.later(close);
  const rows = await db.selectFrom('messages').selectAll().execute();
  expect(rows.length).toBeGreaterThan(2);
  // References and hashes may spell anything by chance, in capitals or across both cases.
  const readable = rows.map((row) => ({ ...row, metadata_id: '' }));
  expect(JSON.stringify(readable)).not.toMatch(/jane|doe|oyelaran|Jane|Doe|Oyelaran/);
});
