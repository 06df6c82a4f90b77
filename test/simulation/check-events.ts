import { company } from './company.ts';
import { type Ended, type LeftRequest, type LeftStep, those } from './history.ts';

/** An event that arrived at another system. */
interface Arrival {
  at: number;
  host: string;
  body: string;
  id: string;
  type: string;
  data: Readonly<Record<string, unknown>> & { request: string };
}

/** Another system with everything, and one with hires only, without names. */
const [full, hiresOnly] = ['payroll.example', 'badges.example'] as const;
const hosts = [full, hiresOnly];
const organization = 'Europe/Berlin';

/** Longest time that an event may be under way, in milliseconds, and until one is sent. */
const underWay = 60_000;
const soon = 10 * 60_000;
/** Longest time until a person missing from the service's list is noticed, in milliseconds. */
const untilMissed = 11 * 60_000;
const begun: readonly string[] = ['hire.started', 'offboarding.last_day'];

/** What a step of a request is to other systems. */
const types = {
  newhire: {
    done: 'hire.added',
    moved: 'hire.start_moved',
    resumed: 'hire.start_moved',
    calledOff: 'hire.start_cancelled',
    reassigned: 'hire.manager_changed',
  },
  offboarding: {
    done: 'offboarding.started',
    moved: 'offboarding.last_day_moved',
    resumed: 'offboarding.last_day_moved',
    calledOff: 'offboarding.cancelled',
  },
} as const satisfies Record<string, Record<string, string>>;

function arrivalsIn(ended: Ended): Arrival[] {
  return those(ended, 'arrived').map(({ at, host, body }) => ({ at, host, body, ...JSON.parse(body) }));
}

function firsts(arrivals: readonly Arrival[]): Arrival[] {
  return [...Map.groupBy(arrivals, ({ host, id }) => `${host} ${id}`).values()].flatMap(
    (all) => all[0] ?? [],
  );
}

const personOf = ({ email, subject }: LeftRequest) => email ?? subject;
const dayIn = (zone: string, at: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(at);

function detailOf({ detail }: LeftStep): { day?: string | null; before?: string | null } {
  return detail === null ? {} : JSON.parse(detail);
}

const clocksWereOff = ({ history }: Ended) =>
  history.some((one) => one.what === 'world' && one.text.startsWith('clocks'));

/** A step's event: its type, and the days if it changed one. */
function causeOf(step: LeftStep, { kind, context }: LeftRequest): string | undefined {
  const type = (types as Record<string, Record<string, string>>)[kind]?.[step.what];
  if (type === undefined) return undefined;
  const { day, before } = detailOf(step);
  const days = step.what === 'done' || step.what === 'reassigned' ? '' : ` from ${before} to ${day}`;
  const { earlier } = JSON.parse(context);
  const isChange = step.what === 'done' && earlier !== undefined && !earlier.calledOff;
  return `${isChange && kind === 'offboarding' ? 'offboarding.last_day_moved' : type} ${step.request}${days}`;
}

/** Like `causeOf`, from the event that arrived. */
function causeIn({ type, data }: Arrival): string {
  const of = type.startsWith('hire') ? 'start_day' : 'last_day';
  const before = data[`previous_${of}`];
  const isChange = before !== undefined && !(type === 'offboarding.last_day_moved');
  return `${type} ${data.request}${isChange ? ` from ${before} to ${data[of]}` : ''}`;
}

/** Whether HR is asked if the person comes, or the person's departure has no outcome: its events wait. */
function isInDoubt({ requests, steps }: Ended, person: string): boolean {
  const own = requests.filter((one) => one.kind === 'newhire' && one.subject === person);
  const last = steps.findLast(({ what, request }) => what === 'done' && own.some(({ id }) => id === request));
  const start = own.find(({ id }) => id === last?.request);
  if (!start || start.called_off_at !== null) return false;
  const isOpen = ({ state }: LeftRequest) => ['needs_review', 'outcome_unknown'].includes(state);
  const leaving = requests.filter(
    ({ kind, subject, email }) =>
      kind === 'offboarding' && (subject === String(start.result_id) || email === person),
  );
  return (start.missing_since !== null && start.kept_by === null) || leaving.some(isOpen);
}

/** Every change is told where it is wanted, in order per person; nothing else is. */
export function everyChangeIsToldInOrder(ended: Ended): string[] {
  const arrived = firsts(arrivalsIn(ended)).filter(({ type }) => !begun.includes(type));
  const givenUp = new Set(
    those(ended, 'givenUp').flatMap(({ host, ids }) => ids.map((id) => `${host} ${id}`)),
  );
  const byId = new Map(ended.requests.map((one) => [one.id, one]));
  return hosts.flatMap((host) => {
    const due = ended.steps.flatMap((step) => {
      const request = byId.get(step.request);
      const cause = request && causeOf(step, request);
      const isWanted = host === full || request?.kind === 'newhire';
      return request && cause && isWanted ? [{ person: personOf(request), cause }] : [];
    });
    const own = arrived.filter((one) => one.host === host);
    const known = own.flatMap((one) => byId.get(one.data.request) ?? []).map(personOf);
    return [...new Set([...due.map(({ person }) => person), ...known])].flatMap((person) => {
      const told = own.filter(({ data }) => personOf(byId.get(data.request) as LeftRequest) === person);
      const [got, wanted] = [
        told.map(causeIn),
        due.filter((one) => one.person === person).map((one) => one.cause),
      ];
      // What was given up arrives after what came later.
      if (told.some(({ id }) => givenUp.has(`${host} ${id}`))) for (const list of [got, wanted]) list.sort();
      const counting = isInDoubt(ended, person) ? wanted.slice(0, got.length) : wanted;
      return got.join() === counting.join()
        ? []
        : [`${host} was told of ${person}: ${got.join(', ')}; and not: ${counting.join(', ')}`];
    });
  });
}

/** A repeat has the same id and the same body, and a cause the same id everywhere. */
export function aRepeatIsTheSame(ended: Ended): string[] {
  const arrivals = arrivalsIn(ended);
  const bodies = [...Map.groupBy(arrivals, ({ host, id }) => `${host} ${id}`)].flatMap(([name, all]) =>
    new Set(all.map(({ body }) => body)).size > 1 ? [`${name} has several bodies`] : [],
  );
  const facts = Map.groupBy(arrivals, ({ id }) => id);
  const others = [...facts].flatMap(([id, all]) =>
    new Set(all.map((one) => `${one.type} ${one.data.request}`)).size > 1 ? [`${id} is several events`] : [],
  );
  const added = Map.groupBy(
    arrivals.filter(({ type }) => /added|offboarding.started/.test(type)),
    ({ type, data }) => `${type} ${data.request}`,
  );
  const several = [...added].flatMap(([name, all]) =>
    new Set(all.map(({ id }) => id)).size > 1 ? [`${name} has several ids`] : [],
  );
  return [...bodies, ...others, ...several];
}

/** Nobody is told that a person was added, or leaves, before the service has them. */
export function nothingIsToldBefore(ended: Ended): string[] {
  return firsts(arrivalsIn(ended)).flatMap(({ at, type, host, data }) => {
    const effects = [...those(ended, 'made'), ...those(ended, 'offboarded')];
    const isTrue = effects.some((one) => one.request === data.request && one.at <= at);
    return isTrue ? [] : [`${host} was told ${type} of ${data.request} before it was so`];
  });
}

/** Leavers and names are kept from other systems that aren't to know. */
export function othersKnowNoMoreThanTheyMay(ended: Ended): string[] {
  const names = [...company.map(({ last }) => last), 'Newcomer', '@'];
  return arrivalsIn(ended).flatMap(({ host, type, body, data }) => {
    // An event's id is random, and may spell a name.
    const said = JSON.stringify(data);
    const isTooMuch =
      host === hiresOnly && (!type.startsWith('hire.') || names.some((one) => said.includes(one)));
    return isTooMuch ? [`${host} was told “${body.slice(0, 160)}”`] : [];
  });
}

/** The days of a request, each from a step to the next one. */
function daysOf(ended: Ended, { id, kind, payload, subject }: LeftRequest) {
  const entered = JSON.parse(payload);
  const steps = ended.steps.filter(({ request }) => request === id);
  const changes = steps.filter(({ what }) => ['moved', 'resumed', 'calledOff'].includes(what));
  const done = steps.find(({ what }) => what === 'done');
  const others = ended.requests.filter(
    (one) => one.kind === kind && one.subject === subject && one.id !== id,
  );
  const replaced = ended.steps.find(
    ({ what, request, at }) =>
      what === 'done' && at > (done?.at ?? 0) && others.some((one) => one.id === request),
  );
  const first: string | null = kind === 'newhire' ? entered.start_day : entered.termination_date;
  const all = done ? [{ at: done.at, day: first }] : [];
  all.push(...changes.map((step) => ({ at: step.at, day: detailOf(step).day ?? null })));
  return {
    zone: entered.timezone ?? organization,
    replacedAt: replaced?.at,
    days: all.map((one, index) => ({ ...one, until: all[index + 1]?.at ?? Number.POSITIVE_INFINITY })),
  };
}

/** The beginning of a first or last day is told when it has come and the day stands, and else never. */
export function aDayIsToldWhenItBegins(ended: Ended): string[] {
  const end = ended.history.at(-1)?.at ?? 0;
  const arrived = firsts(arrivalsIn(ended));
  return ended.requests.flatMap((request) => {
    const { zone, days, replacedAt } = daysOf(ended, request);
    const isHire = request.kind === 'newhire';
    return hosts.flatMap((host) => {
      const own = arrived.filter((one) => one.host === host && one.data.request === request.id);
      const told = own.filter(({ type }) => begun.includes(type));
      const wrong = told.flatMap(({ at, type, data }) => {
        const day = String(data.start_day ?? data.last_day);
        const isEarly = !clocksWereOff(ended) && dayIn(zone, at) < day;
        // A newer offboarding counts in place of this one.
        const isOld =
          !isHire && !clocksWereOff(ended) && replacedAt !== undefined && dayIn(zone, replacedAt) < day;
        const standing = days.filter((one) => one.at <= at && one.until >= at - underWay);
        const isOff = isHire && !standing.some((one) => one.day !== null && one.day <= day);
        return isEarly || isOld || isOff || !days.some((one) => one.day === day)
          ? [`${host}: ${type} of ${day} is untrue`]
          : [];
      });
      const last = days.at(-1);
      const isDue =
        last !== undefined &&
        last.day !== null &&
        replacedAt === undefined &&
        last.at < end - soon &&
        dayIn(zone, end - soon) >= last.day &&
        (host === full || isHire) &&
        !isInDoubt(ended, personOf(request)) &&
        !clocksWereOff(ended);
      const times = told.filter(({ data }) => (data.start_day ?? data.last_day) === last?.day).length;
      const missed = isDue && times === 0 ? [`${host} wasn’t told that ${last.day} has begun`] : [];
      return [...wrong, ...missed].map((how) => `${request.id} ${how}`);
    });
  });
}

/** No start is told of a person missing from the service, until HR confirms it or they are back. */
export function nobodyMissingIsTold(ended: Ended): string[] {
  if (clocksWereOff(ended)) return [];
  const subjectOf = new Map(ended.requests.map(({ id, subject }) => [id, subject]));
  const started = firsts(arrivalsIn(ended)).filter(({ type }) => type === 'hire.started');
  return those(ended, 'vanished').flatMap(({ at, email, name }) => {
    const over = ended.history.find(
      (one) =>
        one.at >= at &&
        ((one.what === 'returned' && one.email === email) ||
          (one.what === 'decided' && one.name === name) ||
          (one.what === 'made' && one.name === name)),
    );
    return started
      .filter(({ data }) => subjectOf.get(data.request) === email)
      .filter((one) => one.at > at + untilMissed && one.at < (over?.at ?? Number.POSITIVE_INFINITY))
      .map(({ host }) => `${host} was told that ${name} has started, who is gone`);
  });
}

/** HR hears of events that were given up. */
export function hrHearsWhatIsGivenUp(ended: Ended): string[] {
  const said = those(ended, 'posted').map(({ text }) => text);
  return those(ended, 'givenUp').flatMap(({ host, ids }) =>
    ids.length > 0 && !said.some((text) => text.includes(host)) ? [`HR heard nothing of ${host}`] : [],
  );
}
