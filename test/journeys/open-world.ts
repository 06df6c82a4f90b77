import type { BotTables } from '../../src/bot/storage/migrations.ts';
import { NewHire } from '../../src/contract/new-hire.ts';
import { type Database, openDatabase } from '../../src/database/open.ts';
import { signatureHeaders } from '../../src/sandbox/delivery/delivery.ts';
import { addDays, type Day, dayIn, isWeekend } from '../../src/time/dates.ts';
import { type TestClock, testClock } from '../clock.ts';
import type { FieldValue } from '../driver/choose.ts';
import type { Person } from '../driver/person.ts';
import { untilTrue } from '../driver/until.ts';
import {
  type Cleanup,
  employeesOf,
  type OfficeOptions,
  openOffice,
  ourService,
  postedIn,
  type Service,
} from './office.ts';

export const begin = '2031-03-03T12:00:00.000Z';
/** The Monday two weeks later. */
export const startDay = '2031-03-17';

type Fields = Record<string, FieldValue>;

export interface WorldOptions<Given extends Service> extends Omit<OfficeOptions, 'service' | 'clock'> {
  service?: Given | ((cleanup: Cleanup) => Promise<Given>);
  /** ISO 8601 instant at which the clock starts; now by default. */
  at?: string;
  clock?: TestClock;
}

export type Ours = Awaited<ReturnType<typeof ourService>>;

export async function openWorld<Given extends Service = Ours>(
  cleanup: Cleanup,
  { service: given, at, clock = testClock({ start: at }), ...options }: WorldOptions<Given> = {},
) {
  const start = given ?? (ourService as unknown as (cleanup: Cleanup) => Promise<Given>);
  const service = typeof start === 'function' ? await start(cleanup) : start;
  const office = await openOffice(cleanup, { ...options, service, clock });
  const { ines, marcus, sandbox, bot, environment } = office;
  for (const person of [ines, marcus, office.sofia, office.robin, office.leila, office.grace])
    person.waitForMessage = clock.hurry;

  /** Weekday at least this number of days ahead (UTC), so that no form warns about it. */
  function day(days = 14): Day {
    const first = addDays(dayIn('UTC', clock.now()), days);
    return [0, 1, 2].map((more) => addDays(first, more)).find((one) => !isWeekend(one)) ?? first;
  }

  const posted = (part = '') => postedIn({ sandbox }, part);

  /**
   * The command, the form, the page that asks, the result, and all windows closed again. Only after “New hire
   * added” is everybody told before this resolves.
   */
  async function hire({
    name = 'Jane Doe',
    email = `${name.split(' ')[0]}@acme.example`.toLowerCase(),
    on = day(),
    fields = { Manager: 'Marcus Oyelaran', Buddy: 'Sofia Lindqvist' },
    by = ines,
    page = 'New hire added',
  }: {
    name?: string;
    email?: string;
    on?: Day;
    fields?: Fields;
    by?: Person;
    page?: string;
  } = {}) {
    await by.fillIn(`/newhire ${name} ${email} ${on}`, fields);
    await by.send(page);
    await by.closeAll();
    if (page === 'New hire added') await allTold(name);
  }

  interface Leaving {
    name?: string;
    on?: Day;
    fields?: Fields;
    by?: Person;
  }

  /** Fills in the form. @returns the page that asks before the offboarding starts */
  async function checkOffboarding({
    name = 'Sofia Lindqvist',
    on = day(),
    fields = {},
    by = marcus,
    page = 'Check and start',
  }: Leaving & { page?: string } = {}) {
    await by.fillIn('/offboard', { Employee: name, 'Last day': on, ...fields });
    await by.submit();
    await by.untilView(page);
    return by.pageText();
  }

  async function offboard({ page = 'Offboarding started', ...leaving }: Leaving & { page?: string } = {}) {
    const { by = marcus, name = 'Sofia Lindqvist' } = leaving;
    await checkOffboarding(leaving);
    await by.send(page);
    await by.closeAll();
    if (page === 'Offboarding started') await allTold(name);
  }

  /** `page` is the button in App Home; `shown` the text of the window afterwards. */
  async function set(page: string, fields: Fields, shown = 'Saved.', title = page) {
    await ines.openFromHome(page, title);
    await ines.submitUntil(shown, fields);
    await ines.closeAll();
  }

  /** Saves the connection in App Home. */
  const connect = (fields: Fields) => set('Connect', fields, 'It works', 'Onboarding service');

  async function inDatabase<Result>(work: (db: Database<BotTables>['db']) => Promise<Result>) {
    const { db, close } = openDatabase<BotTables>(environment.DATABASE_URL);
    return work(db).finally(close);
  }

  function rows<Table extends keyof BotTables & string>(table: Table): Promise<Record<string, unknown>[]> {
    return inDatabase((db) =>
      db
        .selectFrom(table as 'requests')
        .selectAll()
        .execute(),
    );
  }

  /** Has the service's list read, and waits until it's compared with the previous one. @param minutes later */
  async function look(minutes = 0) {
    clock.moveBy(minutes * 60_000);
    await bot.directory.refresh();
    clock.moveBy(61_000);
    const read = bot.directory.asRead();
    // Frontdesk ignores higher ids.
    const listed = (read?.newerThan(0) ?? []).filter(({ id }) => id < 2 ** 31);
    const isCompared = async () => {
      const [mark] = (await rows('elsewhere_marks')).filter(({ service }) => service === (read?.from ?? ''));
      const open = (await rows('requests')).filter(({ ended_at }) => ended_at === null);
      // Not compared further than people whom an open request may have added.
      const isOver = (email: string) =>
        open.some(({ subject, state }) => subject === email && state !== 'proposed');
      const reached = Number(mark?.highest_id ?? -1);
      return mark !== undefined && listed.every(({ id, email }) => id <= reached || isOver(email));
    };
    await untilTrue(isCompared);
    await sandbox.settled();
  }

  async function preview(
    fields: Fields = { Manager: 'Marcus Oyelaran', Buddy: 'Sofia Lindqvist' },
    on = day(),
  ): Promise<string[]> {
    await ines.fillIn(`/newhire Jane Doe jane@acme.example ${on}`, fields);
    await ines.open('What will happen');
    return ines.pageText().split('\n');
  }

  /** Changes the last day from the person's page, as HR. */
  async function changeLastDay(name: string, on: Day) {
    await ines.visitHome(`*${name}*`);
    await ines.pressSpoken(`Details: ${name}`);
    await ines.untilPage('Leaving');
    await ines.open('Change last day', 'Change last day');
    await ines.submit({ 'Last day': on });
    await ines.send('Offboarding changed');
    await ines.closeAll();
  }

  /** Changes the newest request by a button of its page. */
  async function amend(button: string, fields: Fields = {}, by: Person = ines) {
    await by.openPerson();
    await by.fillIn(button, fields);
    await by.submitUntil(/Reference R-/);
    await by.closeAll();
  }

  /** Immediate messages that aren't sent yet. */
  const openMessages = (db: Database<BotTables>['db']) =>
    db
      .selectFrom('messages')
      .select('request_id')
      .where('planned', '=', 0)
      .where('state', 'in', ['pending', 'sending'])
      .execute();

  /** Waits until all immediate messages are sent. In a channel they're a second apart. */
  const allSent = () =>
    clock.hurry(() => inDatabase((db) => untilTrue(async () => (await openMessages(db)).length === 0)));

  /** Waits until the newest request about a person has ended, and everybody is told. */
  async function allTold(name: string) {
    const about = JSON.stringify({ personName: name }).slice(1, -1);
    const isToldIn = async (db: Database<BotTables>['db']) => {
      const requests = await db.selectFrom('requests').select(['id', 'context', 'ended_at']).execute();
      const request = requests.findLast(({ context }) => context?.includes(about));
      if (!request?.ended_at) return false;
      const open = await openMessages(db);
      return !open.some((one) => one.request_id === request.id);
    };
    await clock.hurry(() => inDatabase((db) => untilTrue(() => isToldIn(db))));
  }

  async function submitHire(name: string, on?: Day, more: Record<string, unknown> = {}) {
    const [first_name = '', last_name = 'Doe'] = name.split(' ');
    const context = { personName: name, sequenceNames: [], viewId: 'V0' };
    const email = `${encodeURIComponent(name).replaceAll('%', '').toLowerCase()}@acme.example`;
    const { answers } = await bot.ledger.submit({
      kind: 'newhire',
      payload: NewHire.parse({ first_name, last_name, email, role: 0, start_day: on, ...more }),
      submission: `F-${name}`,
      requester: ines.id,
      context,
    });
    if (!bot.ledger.outage()) await answers.first;
    answers.forget();
  }

  /** Posts a signed payload as Slack does in HTTP mode. @param to bot; the first one by default. @returns the answer */
  async function postSigned(payload: object, to: { url: string } = bot): Promise<string> {
    const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      ...signatureHeaders(sandbox.signingSecret, body, clock.now().getTime()),
    };
    const response = await fetch(`${to.url}/slack/events`, { method: 'POST', body, headers });
    if (response.status !== 200) throw new Error(`The payload got status ${response.status}.`);
    return response.text();
  }

  const inService = async (email = 'jane@acme.example') =>
    (await employeesOf(service)).filter((one) => one.email === email);

  async function saveDraft() {
    await ines.pressUntil('Save draft', 'Draft saved');
    await ines.closeAll();
  }

  async function resumeDraft() {
    await ines.closeAll();
    await ines.command('/newhire drafts');
    await ines.untilMessage('You have one draft');
    return ines.open('Resume', 'New hire');
  }

  return {
    ...office,
    clock,
    day,
    posted,
    hire,
    offboard,
    set,
    connect,
    inDatabase,
    rows,
    look,
    preview,
    checkOffboarding,
    changeLastDay,
    amend,
    allSent,
    allTold,
    submitHire,
    postSigned,
    inService,
    saveDraft,
    resumeDraft,
  };
}

export type World<Given extends Service = Ours> = Awaited<ReturnType<typeof openWorld<Given>>>;
