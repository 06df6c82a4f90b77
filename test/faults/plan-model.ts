import { momentsOfStart, openFrom, type PlanRules } from '../../src/bot/plan/plan.ts';
import { channels } from '../journeys/office.ts';

/** A message that is still to come. */
interface Coming {
  due: Date;
  until: Date;
  zone: string;
}

/** A hire as a test knows it. */
export interface PlannedHire {
  id: string;
  day: string | null;
  zone: string;
  /** Of those whose offboarding was started: which request that is, and the last day, null where it is called off. */
  departure?: { id: string; lastDay: string | null };
  /** They disappeared from the service, and nobody has said what that means: whatever is due waits. */
  missing?: boolean;
  /** By what each is for. */
  coming: Map<string, Coming>;
}

const readersOf = {
  before: ['manager'],
  firstWeek: ['manager'],
  startDay: [channels.hires, 'manager'],
  leaving: [],
  weekly: [],
};

/** What has to become of the plan, as somebody reckons it who only knows what was shown. */
export function createPlanModel(rules: PlanRules) {
  let current = rules;
  const hires: PlannedHire[] = [];
  const sent: string[] = [];
  const dropped: string[] = [];

  function planned({ id, day, zone, departure }: PlannedHire): [string, Coming][] {
    const last = departure?.lastDay ?? null;
    const starts = day !== null && (last === null || day < last);
    const moments = !starts ? [] : momentsOfStart({ day, zone }, current);
    return moments.flatMap(({ step, reminder, due, about }) =>
      readersOf[reminder].map((reader): [string, Coming] => [
        `${id} plan:${step}:${reader}:${about.day}`,
        { due, until: new Date(about.until), zone: about.zone },
      ]),
    );
  }

  /** What was due by now is sent, or waits until people work, or is over. */
  function passOne(
    { coming: own, missing }: PlannedHire,
    [what, { due, until, zone }]: [string, Coming],
    now: Date,
  ): void {
    if (due > now) return;
    own.delete(what);
    const from = openFrom(now, zone, current);
    if (from >= until) dropped.push(what);
    else if (from > now || missing) own.set(what, { due: from, until, zone });
    else sent.push(what);
  }

  /** What is late and waits until people work again is kept, as long as it is planned. */
  function plan(hire: PlannedHire, now: Date): void {
    const isOver = (what: string) => sent.includes(what) || dropped.includes(what);
    const isWanted = ([what, { due }]: [string, Coming]) => due > now || hire.coming.has(what);
    hire.coming = new Map(planned(hire).filter((one) => isWanted(one) && !isOver(one[0])));
  }

  const all = () => hires.flatMap(({ coming }) => [...coming.values()]);

  return {
    hires,
    /** What has become of all of it; of what is still to come, when it is. */
    all: () => ({
      sent: sent.toSorted(),
      dropped: dropped.toSorted(),
      coming: hires
        .flatMap(({ coming, missing }) =>
          [...coming].map(([what, { due }]) => `${what} ${missing ? 'waits' : due.toISOString()}`),
        )
        .toSorted(),
      sending: [],
    }),
    /** When the next one is due. */
    next: (now: Date) => Math.min(...all().flatMap(({ due }) => (due > now ? due.getTime() : []))),
    /** Whether until then nothing is due or over, and nobody begins or ends work who waits for something. */
    isCalm: (now: Date, then: Date) =>
      all().every(({ due, until, zone }) => {
        const [one, other] = [now, then].map((at) => openFrom(at, zone, current) <= at);
        return due > then || (due <= now && until > then && one === other);
      }),
    plan,
    pass(now: Date): void {
      for (const hire of hires) for (const one of [...hire.coming]) passOne(hire, one, now);
    },
    follow(next: PlanRules, now: Date): void {
      current = next;
      for (const hire of hires) plan(hire, now);
    },
  };
}
