import type { BotTables } from '../../src/bot/storage/migrations.ts';
import { createSettingsStore } from '../../src/bot/storage/settings.ts';
import { openDatabase } from '../../src/database/open.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import type { Person } from '../driver/person.ts';
import { type Cleanup, channels } from '../journeys/office.ts';

/** What the tables say of what is planned for hires. */
export function openStored(cleanup: Cleanup, url: string) {
  const { db, close } = openDatabase<BotTables>(url);
  cleanup.later(close);
  const messages = () =>
    db
      .selectFrom('messages')
      .select(['request_id', 'purpose', 'state', 'due_at', 'lease_until', 'metadata_id'])
      .where('planned', '=', 1)
      .where('request_id', 'in', db.selectFrom('requests').select('id').where('kind', '=', 'newhire'))
      .where('purpose', 'not like', 'plan:headline%')
      .orderBy('id')
      .execute();
  const newest = () =>
    db.selectFrom('requests').select('id').orderBy('created_at', 'desc').limit(1).executeTakeFirstOrThrow();
  /** How often the day of a request was changed, by people or by another request. */
  const amendments = async (id: string) =>
    (await db.selectFrom('requests').select('amendments').where('id', '=', id).executeTakeFirstOrThrow())
      .amendments;
  /** The requests with a message that was given up, since it is gone from Slack. */
  const withGone = () => db.selectFrom('messages').select('request_id').where('state', '=', 'gone').execute();
  /** The requests about people who disappeared from the service, of whom nobody has said what that means. */
  const missing = async () => {
    const rows = db.selectFrom('requests').select('id').where('missing_since', 'is not', null);
    const unsaid = rows.where('kept_by', 'is', null).where('called_off_at', 'is', null);
    return (await unsaid.execute()).map(({ id }) => id);
  };
  return {
    messages,
    newest,
    missing,
    amendments,
    withGone,
    settings: createSettingsStore(db, { channels: [channels.hires] }),
  };
}
export type Stored = ReturnType<typeof openStored>;
type Message = Awaited<ReturnType<Stored['messages']>>[number];

/** What has become of messages, as the model says it. @param missing the requests of people who are missing */
export function asInModel(messages: readonly Message[], missing: readonly string[], now: Date) {
  const waits = ({ request_id, due_at }: Message) =>
    missing.includes(request_id ?? '') && due_at > now.toISOString();
  const named = (state: string) => messages.filter((one) => one.state === state);
  const nameOf = ({ request_id, purpose }: Message) => `${request_id} ${purpose}`;
  return {
    sent: named('sent').map(nameOf).toSorted(),
    dropped: named('dropped').map(nameOf).toSorted(),
    coming: named('pending')
      .map((one) => `${nameOf(one)} ${waits(one) ? 'waits' : one.due_at}`)
      .toSorted(),
    sending: named('sending').map(nameOf).toSorted(),
  };
}

export const nameOf = (number: number) => `Jane ${String.fromCharCode(65 + number)}oe`;
export const emailOf = (number: number) => `jane.${number}@acme.example`;

interface Start {
  day: string;
  zone: string;
}

/** HR adds somebody who starts on a day, somewhere. */
export async function addHire(ines: Person, number: number, { day, zone }: Start) {
  await ines.command(`/newhire ${nameOf(number)} ${emailOf(number)} ${day}`);
  await ines.untilView('New hire');
  await ines.fill({ Manager: 'Marcus Oyelaran' });
  await ines.press('More fields');
  await ines.until(() => ines.view().fields['Time zone']?.value?.includes('London'));
  const shown = zone.replaceAll('_', ' ');
  await ines.fill({ 'Time zone': zone });
  await ines.until(() => ines.view().fields['Time zone']?.value?.includes(shown));
  await ines.submitAndAgree();
  await ines.untilView('New hire added');
  await ines.closeAll();
}

/** HR announces the newest one who was added in the service. */
export async function announce(ines: Person, { day, zone }: Start) {
  await ines.press('Announce');
  await ines.untilView('Announce new hire');
  await ines.fill({ 'Start day': day, Manager: 'Marcus Oyelaran', 'Time zone': zone });
  await ines.submit();
  await ines.untilView('Check and announce');
  await ines.submit();
  await ines.untilView('New hire announced');
  await ines.closeAll();
}

/** HR starts the offboarding of somebody who was added. */
export async function addDeparture(ines: Person, number: number, lastDay: string) {
  await ines.command('/offboard');
  await ines.untilView('Start offboarding');
  await ines.fill({ Employee: nameOf(number), 'Last day': lastDay });
  await ines.submitAndAgree();
  await ines.untilView('Offboarding started');
  await ines.closeAll();
}

/** The ids of what Slack took, each as often as it took it. */
export function postedIds(sandbox: Sandbox): string[] {
  return sandbox.calls('chat.postMessage').flatMap(({ args, answer }) => {
    const { event_payload } = args.metadata as { event_payload: { id: string } };
    return answer?.ok ? [event_payload.id] : [];
  });
}
