import { expect, it } from 'vitest';
import { modal, section } from './stage/blocks.ts';
import { call } from './stage/call.ts';
import { stage } from './stage/stage.ts';

const { alice, app, clock, sandbox, trigger } = await stage({ patience: 10_000 });

it('waits as long for an answer as it is told to, and says how long that was', async () => {
  app.on('slash_commands', 'nothing');
  const command = alice.command('/bare');
  clock.advance(9_999);
  expect(sandbox.deliveries().at(-1)?.answer).toBeUndefined();
  clock.advance(1);
  expect(await command).toMatchObject({ outcome: 'no response' });
  expect(sandbox.deliveries().at(-1)?.answer).toEqual({ ok: false, reason: 'no answer within 10 seconds' });
});

it.each([
  [10_000, { ok: true }],
  [10_001, { ok: false, error: 'expired_trigger_id' }],
])('takes a trigger for as long: %d milliseconds later', async (later, answer) => {
  const trigger_id = await trigger();
  clock.advance(later);
  expect(await call(sandbox, 'views.open', { trigger_id, view: modal([section()]) })).toMatchObject(answer);
});
