import { type Clock, tryWithin } from '../../time/clock.ts';
import type { NewMessage, Unreached, Wording } from '../ledger/outbox/message.ts';
import type { Request } from '../ledger/requests/request.ts';
import type { SequenceTasks } from '../onboarding/additions.ts';
import type { Directory } from '../onboarding/directory/directory.ts';
import { asIfDone, type Entered, PlannedAbout, rulesOf } from '../plan/plan.ts';
import type { TypeOf } from '../requests/define-request.ts';
import { employeeOf } from '../requests/employees.ts';
import type { Viewer } from '../slack/incoming/arrival.ts';
import type { SlackPeople } from '../slack/people/people.ts';
import { dayOf, instantOf, type Moment, type Shown } from '../slack/timeline.ts';
import { cut, escapeMrkdwn, mention } from '../slack/views/blocks.ts';
import type { Settings } from '../storage/settings.ts';
import { say } from './messages.ts';
import type { Rehearsals } from './rehearsals.ts';
import { ageNotes, employeesIn, type PreviewedTask, previewedTasks, sequenceNotes, textOf } from './tasks.ts';

type Said = Parameters<ReturnType<typeof say>['moment']>[0][number];

/** Messages of one kind at one time. */
interface Part extends Omit<Moment, 'text'> {
  said: Said;
  messages: readonly NewMessage[];
}

/** All messages of one time are on one line. */
function momentsOf(parts: readonly Part[], mostNamed?: number): Moment[] {
  const groups = Map.groupBy(parts, instantOf);
  return [...groups.values()].flatMap((group): Moment[] => {
    const [first] = group;
    return first ? [{ at: first.at, zone: first.zone, text: say().moment(together(group, mostNamed)) }] : [];
  });
}

/** Messages of one label have all its readers, and labels with the same readers are one part. */
function together(parts: readonly Part[], mostNamed = Number.POSITIVE_INFINITY): Said[] {
  const byLabel = Map.groupBy(parts, ({ said }) => said.labels.join());
  const merged = [...byLabel.values()].map((same) => ({
    labels: same[0]?.said.labels ?? [],
    channels: [...new Set(same.flatMap(({ said }) => said.channels))],
    people: shortened([...new Set(same.flatMap(({ said }) => said.people))], mostNamed),
  }));
  const byReaders = Map.groupBy(merged, ({ channels, people }) => [...channels, ...people].join());
  return [...byReaders.values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ ...first, labels: same.flatMap(({ labels }) => labels) }] : [];
  });
}

function shortened(people: string[], most: number): string[] {
  return people.length > most ? [...people.slice(0, most), say().morePeople(people.length - most)] : people;
}

function reaching(messages: readonly NewMessage[], leftOut: readonly number[]): NewMessage[] {
  return messages.filter(
    ({ recipient }) => !('employee' in recipient && leftOut.includes(recipient.employee)),
  );
}

/** Everything that will happen about a person. */
export interface Preview {
  request: Request;
  /** Without the tasks. */
  moments: readonly Moment[];
  parts: readonly Part[];
  tasks: readonly PreviewedTask[] | 'unknown';
  /** Sentences about what the list lacks, and those about the tasks. */
  notes: readonly string[];
  taskNotes: readonly string[];
  /** How its days are shown. */
  days: Shown;
}

interface PreviewOptions {
  settings: () => Settings;
  typeOf: TypeOf;
  clock: Clock;
  directory: Pick<Directory, 'current'>;
  people: Pick<SlackPeople, 'byId'>;
  sequenceTasks: SequenceTasks;
  /** Slack user of an employee, or the reason why there is none. @throws when that can't be looked up now */
  findEmployee(employee: number): Promise<{ userId: string } | { why: Unreached }>;
  labelOf(message: string): string;
  /** The message as it will be when it is due; undefined if it won't be sent. */
  build(message: NewMessage, request: Request, reader: string): Promise<Wording | undefined>;
  buildTask(task: PreviewedTask): Wording;
  rehearsals: Pick<Rehearsals, 'start'>;
}

interface Known {
  /** Employees who can't be reached, if that is looked up and said elsewhere. */
  leftOut?: readonly number[] | Promise<readonly number[]> | undefined;
  /** Whether HR has to approve it first. */
  isAwaited?: boolean;
  /** Whether the start ends at once, so that nobody is notified. */
  isEnded?: boolean | undefined;
}

/** Time limit in milliseconds, and the most employees, for finding people in Slack: a page waits for it. */
const patience = 300;
const mostLookedFor = 12;

const mostRehearsed = 20;
/** People named on one line of a list about several. */
const mostNamed = 4;

export type Previews = ReturnType<typeof createPreviews>;

export function createPreviews(options: PreviewOptions) {
  const { settings, typeOf, clock, directory, findEmployee, rehearsals } = options;

  /** Planned messages of a request that stands, without updates, which notify nobody. */
  function plannedOf(request: Request): NewMessage[] {
    if (request.state !== 'done' || request.calledOffAt !== null) return [];
    const planned = typeOf(request).plan?.of(request, rulesOf(settings())) ?? [];
    const now = clock.now();
    return planned.filter(({ due, recipient }) => due > now && !('inPlaceOf' in recipient));
  }

  /** Messages of a request that was just done. Its form shows the outcome, so the requester needs none. */
  function announcedBy(request: Request): NewMessage[] {
    const ended = typeOf(request).ended(request, settings());
    return [...ended.filter(({ purpose }) => purpose !== 'requester'), ...plannedOf(request)];
  }

  function nameOf(employee: number, request: Request): string {
    const entered = typeOf(request)
      .companionsOf?.(request)
      .find((one) => one.employee === employee);
    return entered?.name ?? directory.current()?.people.get(employee)?.name ?? '';
  }

  /** Groups messages by kind and time, earliest first. */
  function partsOf(messages: readonly NewMessage[], request: Request, viewer: Viewer): Part[] {
    const groups = Map.groupBy(messages, ({ name, due }) => `${name} ${due?.getTime() ?? 0}`);
    const isChannel = (reader: string) => reader.startsWith('<#');
    const parts = [...groups.values()].flatMap((group): Part[] => {
      const [first] = group;
      if (!first) return [];
      const zone = PlannedAbout.safeParse(first.about).data?.zone ?? settings().timezone;
      const readers = [...new Set(group.map((message) => readerOf(message, request, viewer)))];
      const said = {
        labels: [options.labelOf(first.name)],
        channels: readers.filter(isChannel),
        people: readers.filter((one) => !isChannel(one)),
      };
      return [{ at: first.due ?? 'now', zone, said, messages: group }];
    });
    return parts.toSorted((one, other) => instantOf(one) - instantOf(other));
  }

  function readerOf({ recipient }: NewMessage, request: Request, viewer: Viewer): string {
    if ('employee' in recipient) return escapeMrkdwn(cut(nameOf(recipient.employee, request), 80));
    const { hr, you } = say();
    const id = 'channel' in recipient ? recipient.channel : settings().privateChannel;
    if (id === undefined) return hr;
    return id === viewer.userId ? you : mention(id);
  }

  /** Employees who certainly can't be reached. */
  async function notReached(employees: readonly number[]): Promise<number[]> {
    const looked = [...new Set(employees)].slice(0, mostLookedFor).map(async (id) => {
      // A failed lookup isn't reported: it's retried on the day.
      const found = await tryWithin(clock, patience, findEmployee(id));
      return found && 'why' in found && found.why !== 'cannotLookUp' ? [id] : [];
    });
    return (await Promise.all(looked)).flat();
  }

  async function readTasks(request: Request, viewer: Viewer | undefined) {
    const type = typeOf(request);
    const chosen = type.tasks?.sequencesOf(request) ?? [];
    if (chosen.length === 0) return { tasks: [], notes: [], age: [] };
    const now = clock.now();
    const shownAs = viewer?.userId === request.requester ? undefined : `<@${request.requester}>`;
    const [known, employee] = await Promise.all([
      options.sequenceTasks.lately(chosen.map(({ id }) => id)),
      type.keptFrom && tryWithin(clock, patience, employeeOf(request.requester, options)),
    ]);
    const tasks = previewedTasks({
      ...{ request, type, known, now, rules: rulesOf(settings()) },
      requester: { employee, shownAs },
      nameOf: (id) => nameOf(id, request),
    });
    if (known === 'unknown') return { tasks, notes: [say().notes.unknown], age: [] };
    if (known === 'notOffered') return { tasks, notes: [], age: [] };
    return { tasks, notes: sequenceNotes(known, chosen), age: ageNotes(known, now) };
  }

  /** Tasks of the request's sequences, and sentences about them. @param known people who can't be reached */
  async function tasksOf(request: Request, viewer?: Viewer, known: Known['leftOut'] = []) {
    const { tasks, ...found } = await readTasks(request, viewer);
    const leftOut = await known;
    const { notes } = say();
    const owners = tasks === 'unknown' ? [] : employeesIn(tasks);
    const left = [...leftOut, ...(await notReached(owners.filter((id) => !leftOut.includes(id))))];
    const reached = (one: PreviewedTask) => !left.includes(one.owner.assignee ?? 0);
    const names = owners.filter((id) => left.includes(id) && !leftOut.includes(id));
    const type = typeOf(request);
    const about =
      type.keptFrom === undefined
        ? [
            notes.elseHr,
            ...(names.length > 0 ? [notes.unreachable(names.map((id) => nameOf(id, request)))] : []),
          ]
        : [notes.confidential, ...(type.tasks?.isChange?.(request) ? [notes.change] : [])];
    return {
      tasks:
        tasks === 'unknown'
          ? tasks
          : tasks.map((one) => (reached(one) ? one : { ...one, owner: { ...one.owner, reader: say().hr } })),
      notes: found.notes,
      taskNotes: tasks.length === 0 || tasks === 'unknown' ? [] : [notes.message, ...about, ...found.age],
    };
  }

  async function previewOf(
    request: Request,
    messages: readonly NewMessage[],
    { viewer, leftOut, isAwaited = false, further }: Known & { viewer: Viewer; further: readonly Moment[] },
  ): Promise<Preview> {
    const now = clock.now();
    const told = messages.flatMap(({ recipient }) => ('employee' in recipient ? [recipient.employee] : []));
    const left = (await leftOut) ?? (await notReached(told));
    const parts = partsOf(reaching(messages, left), request, viewer);
    const { day } = request;
    const { bounds } = typeOf(request);
    const named = day !== null && bounds ? { day, name: say().days[bounds] } : undefined;
    const first = isAwaited ? say().onceApproved : undefined;
    return {
      ...{ request, parts, tasks: [], notes: [], taskNotes: [] },
      moments: [...momentsOf(parts), ...further],
      days: { now, first, named, joinsDays: true },
    };
  }

  return {
    /** Preview of a form. */
    async ofEntered(entered: Entered, viewer: Viewer, known: Known = {}): Promise<Preview> {
      const now = clock.now();
      const request = asIfDone(entered, now);
      const type = typeOf(request);
      const messages = known.isEnded ? [] : announcedBy(request);
      const names = (type.tasks?.sequencesOf(request) ?? []).map(({ name }) => escapeMrkdwn(cut(name, 80)));
      const sequences: Moment[] =
        names.length > 0 ? [{ at: 'now', zone: 'UTC', text: say().sequences(names) }] : [];
      const rest = type.further?.(request, { now, timezone: settings().timezone });
      const further = [...sequences, ...(rest?.moments ?? [])];
      const [preview, tasks] = await Promise.all([
        previewOf(request, messages, { ...known, viewer, further }),
        tasksOf(request, viewer, known.leftOut),
      ]);
      return { ...preview, ...tasks, notes: [...(rest?.notes ?? []), ...tasks.notes] };
    },

    /** One list about several people. @param leftOut employees who can't be reached */
    ofSeveral(several: readonly Entered[], viewer: Viewer, leftOut: readonly number[]) {
      const now = clock.now();
      const parts = several.flatMap((entered) => {
        const request = asIfDone(entered, now);
        return partsOf(reaching(announcedBy(request), leftOut), request, viewer);
      });
      return { moments: momentsOf(parts, mostNamed), days: { now, joinsDays: true } };
    },

    /** Preview of a request that was carried out, without its tasks: only what is still to come. */
    async ofRequest(request: Request, viewer: Viewer): Promise<Preview> {
      return previewOf(request, plannedOf(request), { viewer, further: [] });
    },

    isAnyPlanned: (request: Request): boolean => plannedOf(request).length > 0,

    /** Tasks that a request will bring, for the message that asks HR to approve it. */
    async tasksToApprove(request: Request): Promise<Pick<Preview, 'tasks' | 'taskNotes' | 'days'>> {
      const entered = asIfDone(request, clock.now());
      const { notes, taskNotes, tasks } = await tasksOf(entered);
      return { tasks, taskNotes: [...notes, ...taskNotes], days: { now: clock.now() } };
    },

    /** Sends the viewer everything as a rehearsal, in the background. @returns what the window says about that */
    rehearse({ request, parts, tasks, days }: Preview, { userId }: Viewer): string {
      const { rehearsal, notes, tasks: words } = say();
      const told = tasks === 'unknown' ? [] : tasks.filter((one) => one.told !== 'never');
      const sent = [
        ...parts.slice(0, mostRehearsed).map((part) => ({
          at: instantOf(part),
          line: rehearsal.mark(dayOf(part, days), say().moment([part.said])),
          build: async () => part.messages[0] && options.build(part.messages[0], request, userId),
        })),
        ...told.slice(0, mostRehearsed).map((one) => ({
          at: one.told instanceof Date ? one.told.getTime() : 0,
          line: rehearsal.mark(
            dayOf({ at: new Date(one.task.due_at), zone: one.task.timezone }, days),
            words.line(textOf(one.task), one.owner.reader, ''),
          ),
          build: async () => options.buildTask(one),
        })),
      ].toSorted((one, other) => one.at - other.at);
      const but = [
        ...(tasks === 'unknown' ? [notes.unknown] : []),
        ...(told.length > mostRehearsed ? [rehearsal.tooMany(mostRehearsed, told.length)] : []),
      ];
      if (sent.length > 0) rehearsals.start(userId, request.context.personName, sent);
      if (sent.length + but.length === 0) return rehearsal.nothing;
      return [...(sent.length > 0 ? [rehearsal.coming] : []), ...but].join(' ');
    },
  };
}
