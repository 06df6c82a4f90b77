import { afterEach, expect, it } from 'vitest';
import { call } from './stage/call.ts';
import { ManualClock } from './stage/manual-clock.ts';
import { startSample } from './stage/sample.ts';
import { ScriptedApp } from './stage/scripted-app.ts';
import { modal, section } from './stage/stage.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function patientFor(patience: number) {
  const clock = new ManualClock();
  const sandbox = await startSample({ clock, patience });
  stops.push(sandbox.stop);
  const app = await ScriptedApp.start(sandbox);
  stops.push(() => app.stop());
  return { clock, sandbox, app, alice: sandbox.person('U1') };
}

it('waits longer for an answer where it is told to, and says how long it was', async () => {
  const { clock, sandbox, app, alice } = await patientFor(10_000);
  app.on('slash_commands', 'nothing');
  const command = alice.command('/bare');
  clock.advance(9_999);
  expect(sandbox.deliveries().at(-1)?.answer).toBeUndefined();
  clock.advance(1);
  expect(await command).toMatchObject({ outcome: 'no response' });
  expect(sandbox.deliveries().at(-1)?.answer).toEqual({ ok: false, reason: 'no answer within 10 seconds' });
});

it('takes a trigger for as long', async () => {
  const { clock, sandbox, app, alice } = await patientFor(10_000);
  for (const [later, answer] of [
    [10_000, { ok: true }],
    [10_001, { ok: false, error: 'expired_trigger_id' }],
  ] as const) {
    await alice.command('/bare');
    const { trigger_id } = app.last('slash_commands').body;
    clock.advance(later);
    expect(await call(sandbox, 'views.open', { trigger_id, view: modal([section()]) })).toMatchObject(answer);
    await alice.closeAll();
  }
});
