import type { HomeView, KnownBlock, ModalView } from '@slack/types';
import { amendedMessage } from '../../src/bot/features/amendments/announcements.ts';
import * as amendment from '../../src/bot/features/amendments/window.ts';
import * as questions from '../../src/bot/features/attention/announcements.ts';
import { attentionMessages } from '../../src/bot/features/attention/announcements.ts';
import * as checkup from '../../src/bot/features/checkup/index.ts';
import type * as requests from '../../src/bot/features/home/lists/find.ts';
import type * as timeline from '../../src/bot/features/home/lists/timeline.ts';
import type * as request from '../../src/bot/features/home/page/person-page.ts';
import * as home from '../../src/bot/features/home/view.ts';
import * as companions from '../../src/bot/features/newhire/companions.ts';
import type * as drafts from '../../src/bot/features/newhire/drafts/draft.ts';
import { draftBlocks } from '../../src/bot/features/newhire/drafts/draft.ts';
import * as proposals from '../../src/bot/features/newhire/elsewhere/proposals.ts';
import * as hireForm from '../../src/bot/features/newhire/form/windows.ts';
import * as importEntry from '../../src/bot/features/newhire/imports/entry.ts';
import * as imports from '../../src/bot/features/newhire/imports/windows.ts';
import { say as sayNewHire } from '../../src/bot/features/newhire/messages.ts';
import { missingMessages } from '../../src/bot/features/newhire/missing.ts';
import { arrivalMessages } from '../../src/bot/features/newhire/on-join.ts';
import { hireReminders } from '../../src/bot/features/newhire/reminders/plan.ts';
import { newHire } from '../../src/bot/features/newhire/request-type.ts';
import { newHireMessages } from '../../src/bot/features/newhire/result/announcements.ts';
import * as hireResult from '../../src/bot/features/newhire/result/result.ts';
import { movedMessage, tooManyMessage } from '../../src/bot/features/newhire/starters/announcements.ts';
import * as starterEvents from '../../src/bot/features/newhire/starters/events-window.ts';
import * as starterMapping from '../../src/bot/features/newhire/starters/mapping-windows.ts';
import { mappedNames } from '../../src/bot/features/newhire/starters/reading.ts';
import * as starterSources from '../../src/bot/features/newhire/starters/windows.ts';
import type * as templates from '../../src/bot/features/newhire/templates/windows.ts';
import * as asked from '../../src/bot/features/offboarding/approval/announcements.ts';
import { approvalMessages } from '../../src/bot/features/offboarding/approval/announcements.ts';
import { Step } from '../../src/bot/features/offboarding/approval/rules.ts';
import * as approval from '../../src/bot/features/offboarding/approval/window.ts';
import * as leaverForm from '../../src/bot/features/offboarding/form.ts';
import { say as sayOffboarding } from '../../src/bot/features/offboarding/messages.ts';
import { leavingReminders } from '../../src/bot/features/offboarding/reminders.ts';
import { offboardingMessages, offboardingRequest } from '../../src/bot/features/offboarding/request-type.ts';
import * as leaverResult from '../../src/bot/features/offboarding/result.ts';
import { leftOutReasons } from '../../src/bot/features/people/candidates.ts';
import * as people from '../../src/bot/features/people/import.ts';
import * as inStep from '../../src/bot/features/people/index.ts';
import { gone } from '../../src/bot/features/people/leavers.ts';
import { say as sayPeople } from '../../src/bot/features/people/messages.ts';
import * as keptNames from '../../src/bot/features/sequences/names.ts';
import * as keptSequence from '../../src/bot/features/sequences/sequence.ts';
import * as starters from '../../src/bot/features/sequences/starters.ts';
import * as keptTask from '../../src/bot/features/sequences/task.ts';
import * as sequenceWindows from '../../src/bot/features/sequences/windows.ts';
import * as connection from '../../src/bot/features/settings/connection.ts';
import type { EntryName } from '../../src/bot/features/settings/entries.ts';
import * as sequences from '../../src/bot/features/settings/home.ts';
import { pages as settingsPages } from '../../src/bot/features/settings/pages.ts';
import type * as taskLists from '../../src/bot/features/tasks/lists/list-window.ts';
import * as taskMessages from '../../src/bot/features/tasks/message/task-message.ts';
import * as changes from '../../src/bot/features/tasks/press/reassign-and-postpone.ts';
import type { Question, Request } from '../../src/bot/ledger/requests/request.ts';
import { NotConnected } from '../../src/bot/onboarding/client/errors.ts';
import type { MessageContext, MessageDefinition } from '../../src/bot/requests/define-message.ts';
import { type Declined, typesByKind } from '../../src/bot/requests/define-request.ts';
import { caveatOf, type Message } from '../../src/bot/requests/result-views.ts';
import * as answer from '../../src/bot/slack/incoming/answer.ts';
import { alert } from '../../src/bot/slack/views/blocks.ts';
import { fixableNames, type Texts, textNames } from '../../src/bot/storage/settings.ts';
import type { StarterSource } from '../../src/bot/storage/starter-sources.ts';
import { ImportedPerson } from '../../src/contract/employee.ts';
import type { Worst } from './worst-inputs.ts';

type Made = ModalView | HomeView | Message;

type Window = { view(...given: never[]): ModalView };

type Builders<Module> = {
  [Name in keyof Module]: Module[Name] extends Window | Record<string, Window>
    ? Name
    : Module[Name] extends (...given: never[]) => infer Built
      ? [Exclude<Awaited<Built>, undefined>] extends [never]
        ? never
        : Exclude<Awaited<Built>, undefined> extends Made
          ? Name
          : never
      : never;
}[keyof Module] &
  string;

type Example = (worst: Worst) => Promise<readonly Made[]> | readonly Made[];

/**
 * Pairs each builder of a module with an example call or, if it needs an office, with the word that the walks in
 * limits.test.ts open it. A builder without a line doesn't compile.
 */
function of<Module>(place: string, lines: Record<Builders<Module>, 'walk' | Example>): [string, Example][] {
  return Object.entries<'walk' | Example>(lines).flatMap(([name, line]) =>
    line === 'walk' ? [] : [[`${place}: ${name}`, line]],
  );
}

const audience = {
  profileUrl: 'https://onboarding.example/{id}/',
  channels: [],
  reminders: { calendar: true },
};
const typeOf = typesByKind([newHire, offboardingRequest]);
const approvalForms = ['decline', 'ask', 'answer'] as const;
const noMenus = { snapshot: undefined, day: '2031-03-17' };

function settingsForm(page: keyof typeof settingsPages, free: readonly EntryName[]): Example {
  return ({ settings, name }) => {
    const ids = Array.from({ length: 100 }, (_, index) => `S0GROUP${index}`);
    const groups = ids.map((id) => ({ id, handle: name.slice(0, 20), name }));
    const facts = { groups, day: noMenus.day, settings: { ...settings, hr: ids, managers: ids } };
    return [settingsPages[page].view({ ...facts, free, fixed: fixableNames }, {})];
  };
}

const unconfirmed = { kind: 'done', resultId: null, confirmed: false } as const;

function declined({ problem, gone }: Worst): Declined[] {
  return [
    { problem, gone: undefined },
    { problem, gone: {} },
    { problem, gone },
  ];
}

/** Requests with an unknown outcome, one for each question. */
function inDoubt({ hire, leaver, personName, problem }: Worst): Request[] {
  const questions: Question[] = [
    { kind: 'isItThem', resultId: 1, name: personName },
    { kind: 'isItThere' },
    { kind: 'didItWork', problem, status: 400 },
    { kind: 'isItTooLate' },
  ];
  return [hire, leaver].flatMap((request: Request) =>
    questions.map((question) => ({ ...request, state: 'needs_review', outcome: null, question })),
  );
}

function wordsOf(request: Request) {
  if (!request.question) throw new Error('It asks nothing.');
  return typeOf(request).question(request, request.question);
}

function amendments({ hire, leaver, settings }: Worst) {
  const told = [hire.requester, leaver.requester].map((channel) => ({
    ...{
      isSent: true,
      isOver: false,
      name: '',
      purpose: 'requester',
      recipient: { channel },
      target: undefined,
    },
  }));
  return [hire, leaver].flatMap((request: Request) =>
    (['moved', 'calledOff', 'resumed'] as const).flatMap((kind) => {
      const sentences = typeOf(request).afterwards?.words()[kind];
      const notes = [request.context.personName];
      const known = { told, hasFile: true, notes, isPossible: true };
      const facts = { request, kind, sentences, settings, follows: true, ...known };
      return sentences ? [{ ...facts, sentences }] : [];
    }),
  );
}

const noTemplates = {} as Parameters<typeof importEntry.importWindow.view>[0]['templates'];

function importFacts({ name, note }: Worst): Parameters<typeof imports.checkImport.view>[0] {
  const names = Array.from({ length: 60 }, () => name);
  const rows = Array.from({ length: 2_000 }, (_, at) => at);
  const groups = names.map(() => ({ text: note, rows }));
  const few = Array.from({ length: 5 }, () => ({ name, rows }));
  const many = names.map((one) => ({ name: one, rows }));
  const faulty = rows.slice(0, 100).map((number) => ({ number, looked: undefined, problems: [] }));
  const run = {
    ...{
      columns: { email: 0, phone: 1, manager: 2 },
      unused: names,
      unclear: ['email', 'first_name', 'last_name'],
    },
    ...{ asksOrder: true, unknown: { manager: few, buddy: many, sequences: few }, ready: rows },
    ...{ leftOut: faulty, problems: groups, points: groups, digest: 'x'.repeat(22) },
  };
  const moments = names.map((_, at) => ({ at: new Date(at * 86_400_000), zone: 'UTC', text: note }));
  const table = {
    delimiter: ',',
    header: names,
    rows: faulty.map(({ number }) => ({ number, cells: names })),
  };
  const facts = {
    table,
    choices: { columns: {}, repairs: {}, corrected: {} },
    run,
    plan: { moments, days: { now: new Date(0) } },
  };
  return { ...facts, snapshot: undefined } as unknown as Parameters<typeof imports.checkImport.view>[0];
}

function sourceOf({ name, note }: Worst): StarterSource {
  const set = { setBy: 'U0INES', setAt: '2031-03-03T12:00:00.000Z', polled: null };
  const known = {
    name: name.slice(0, 40).toWellFormed(),
    address: `https://acme.example/${'a'.repeat(900)}`,
  };
  return { id: 'S-1', mapping: {}, ...set, ...known, pollTrouble: note.slice(0, 100).toWellFormed() };
}

const lines = [
  ...of<typeof answer>('slack', {
    noticeView: ({ note }) =>
      Object.values({ ...sayOffboarding().titles, ...sayNewHire().titles }).map((title) =>
        answer.noticeView(title, sayNewHire().unknownWords(note, '/newhire')),
      ),
  }),
  ...of<typeof home>('home', {
    homeView: 'walk',
    menuWindow: 'walk',
    closedHome: ({ note }) => [home.closedHome(note)],
  }),
  ...of<typeof requests>('home', { findWindow: 'walk' }),
  ...of<typeof timeline>('home', { timelineWindow: 'walk' }),
  ...of<typeof request>('home', { personWindow: 'walk' }),
  ...of<typeof hireForm>('new hire', {
    formWindow: 'walk',
    planWindow: 'walk',
    formOfDraft: 'walk',
    newHireCheck: ({ note: trouble, problem }) => [
      hireForm.newHireCheck.view({ trouble, lines: Object.values(problem).flat() }, { form: 'F-1' }),
    ],
  }),
  ...of<typeof hireResult>('new hire', {
    doneView: ({ hire }) => [hireResult.doneView(hire, audience)],
    pendingView: ({ hire }) =>
      (['pending', 'delivering', 'outcome_unknown'] as const).map((state) =>
        hireResult.pendingView({ ...hire, state, outcome: null }, new NotConnected()),
      ),
    rejectedView: (worst) => declined(worst).map((one) => hireResult.rejectedView(worst.hire, one)),
    doneMessage: ({ hire }) => [hireResult.doneMessage(hire, audience)],
    rejectedMessage: (worst) => declined(worst).map((one) => hireResult.rejectedMessage(worst.hire, one)),
    headline: ({ hire, note, personName }) =>
      [undefined, note].flatMap((own) =>
        [[hire] as const, [hire, ...Array.from({ length: 99 }, () => hire)] as const].map((hires) =>
          hireResult.headline(hires, {
            ownOf: () => own,
            stageOf: () => personName,
            today: '2031-03-03',
          }),
        ),
      ),
  }),
  ...of<typeof templates>('new hire', {
    templatesWindow: 'walk',
    templateWindow: 'walk',
  }),
  ...of<typeof importEntry>('imports', {
    importWindow: ({ name }) => {
      const current = () =>
        Array.from({ length: 50 }, (_, at) => ({ id: `T-${at}`, name, content: {}, version: 1 }));
      return [true, false].map((takesFiles) =>
        importEntry.importWindow.view({ templates: { ...noTemplates, current }, takesFiles }, {}),
      );
    },
  }),
  ...of<typeof imports>('imports', {
    checkImport: (worst) => [imports.checkImport.view(importFacts(worst), { import: 'I-1' })],
    confirmImport: (worst) => [
      imports.confirmImport.view(importFacts(worst), { import: 'I-1', digest: 'x' }),
    ],
  }),
  ...of<typeof companions>('new hire', {
    companionsWindow: ({ hire: request }) =>
      [true, false].map((follows) =>
        companions.companionsWindow.view({ request, follows, ...noMenus }, { request: request.id }),
      ),
  }),
  ...of<typeof proposals>('new hire', {
    decidedMessage: ({ hire }) =>
      [hire, undefined].map((announced) => proposals.decidedMessage(hire, announced, 'U0INES')),
    insteadPage: ({ plan }) => [proposals.insteadPage(plan.join())],
    takenPage: ({ hire }) => [proposals.takenPage(hire, { settings: () => ({ timezone: 'UTC' }) as never })],
  }),
  ...of<typeof drafts>('new hire', { draftsList: 'walk' }),
  ...of<typeof starterSources>('starters', {
    sourcesWindow: (worst) => [
      starterSources.sourcesWindow.view({ sources: Array.from({ length: 20 }, () => sourceOf(worst)) }, {}),
    ],
    sourceWindow: (worst) => [
      starterSources.sourceWindow.view(
        { source: sourceOf(worst), count: 10, at: new Date(0), zone: 'UTC' },
        { id: 'S-1' },
      ),
    ],
  }),
  ...of<typeof starterMapping>('starters', {
    exampleWindow: (worst) => [starterMapping.exampleWindow.view({ source: sourceOf(worst) }, { id: 'S-1' })],
    mappingWindow: (worst) => {
      const found = [{ pointer: `/${worst.note}`, text: worst.note }];
      const about = { id: 'S-1', event: '2031-03-03T12:00:00.000Z-0123456789ab' };
      return [starterMapping.mappingWindow.view({ source: sourceOf(worst), found }, about)];
    },
  }),
  ...of<typeof starterEvents>('starters', {
    eventsWindow: ({ note, name }) => {
      const said = Object.fromEntries(mappedNames.map((one) => [one, note.slice(0, 3_000)]));
      const starter = { key: name, said, day: '2031-03-17' };
      const people = [undefined, 'employee', 'started'].map((known) => ({ starter, known }) as never);
      const event = {
        at: new Date(0),
        zone: 'UTC',
        shown: [...people, ...people.slice(0, 2)],
        isRead: true,
        more: 999,
      };
      const events = [...Array.from({ length: 9 }, () => event), { ...event, shown: [], isRead: false }];
      return [starterEvents.eventsWindow.view({ events }, { id: 'S-1' })];
    },
  }),
  ...of<typeof leaverForm>('offboarding', {
    formWindow: 'walk',
    offboardingCheck: ({ leaver: { payload }, note: trouble, problem }) => {
      const { user, termination_date: day, sequences } = payload;
      const facts = { trouble, lines: Object.values(problem).flat() };
      const shown = { form: 'F-1', user, day, sequences, isAbove: true };
      return [leaverForm.offboardingCheck.view(facts, shown)];
    },
    offboardingConfirm: ({ leaver: { payload }, personName: name, email, note: title }) => {
      const { user, termination_date: day, sequences } = payload;
      const check = { values: {}, payload, person: { name, email }, title, isForApproval: true };
      const choice = { form: 'F-1', user, day, sequences, asked: [], confirmed: 999, isAbove: false };
      return [leaverForm.offboardingConfirm.view(check as never, choice)];
    },
  }),
  ...of<typeof leaverResult>('offboarding', {
    doneView: ({ leaver }) => [leaverResult.doneView(leaver, audience)],
    pendingView: ({ leaver }) =>
      (['awaiting_approval', 'pending', 'delivering', 'outcome_unknown'] as const).map((state) =>
        leaverResult.pendingView({ ...leaver, state, outcome: null }, new NotConnected()),
      ),
    rejectedView: (worst) => declined(worst).map((one) => leaverResult.rejectedView(worst.leaver, one)),
    doneMessage: ({ hire, leaver, approval: stands }) => [
      leaverResult.doneMessage(leaver, { approval: stands, starts: [hire] }),
    ],
    rejectedMessage: (worst) => declined(worst).map((one) => leaverResult.rejectedMessage(worst.leaver, one)),
  }),
  ...of<typeof asked>('approval', {
    settled: ({ leaver, approval: stands }) =>
      Step.options.map((step) => {
        const about = { request: leaver, approval: stands, timezone: 'UTC', now: new Date(0) };
        return asked.settled({ ...about, about: { step } });
      }),
  }),
  ...of<typeof approval>('approval', {
    approvalWindows: ({ leaver, approval: stands, plan }) =>
      approvalForms.flatMap((which) =>
        [{ request: leaver, approval: stands }, { why: plan.join() }].map((open) =>
          approval.approvalWindows[which].view(open, { request: leaver.id }),
        ),
      ),
  }),
  ...of<typeof amendment>('afterwards', {
    amendmentWindows: (worst) =>
      amendments(worst).map((facts) =>
        amendment.amendmentWindows[facts.kind].view(facts, { request: 'R-1' }),
      ),
    savedPage: (worst) =>
      amendments(worst).map((facts) =>
        amendment.savedPage(facts, { day: '2031-03-18', before: '2031-03-17' }),
      ),
  }),
  ...of<typeof checkup>('checkup', {
    checkupWindow: ({ name, note, plan }) => {
      const result = { name, title: () => name, say: () => ({ what: plan.join(), todo: note }) };
      const results = (['ok', 'warning', 'failure', 'unchecked'] as const).flatMap((state) =>
        Array.from({ length: 60 }, () => ({ ...result, state })),
      );
      return [checkup.checkupWindow.view({ results }, {})];
    },
  }),
  ...of<typeof sequenceWindows>('sequences', {
    readingPage: () => [sequenceWindows.readingPage()],
    savingPage: () => [sequenceWindows.savingPage()],
    notReadPage: ({ note }) => {
      const again = sequenceWindows.places.list.button({}, note);
      return [sequenceWindows.notReadPage(new NotConnected(), again)];
    },
    listWindow: ({ all, note }) =>
      [0, 1, 2].map((page) => sequenceWindows.listWindow.view({ all, details: [note] }, { page })),
    goneList: ({ all }) => [sequenceWindows.goneList({ all })],
  }),
  ...of<typeof keptSequence>('sequences', {
    sequenceWindow: ({ all, note }) =>
      all.slice(0, 1).flatMap(({ id, tasks: [task] }) => {
        const said = alert('warning', note);
        return [{}, { said, ...(task && { task }) }].flatMap((more) =>
          [0, 2].map((page) =>
            keptSequence.sequenceWindow.view({ all, offered: noMenus, ...more }, { id, page }),
          ),
        );
      }),
    changedSequence: ({ all }) =>
      all.slice(0, 1).map(({ id }) => keptSequence.changedSequence({ all, offered: noMenus }, id)),
  }),
  ...of<typeof keptTask>('sequences', {
    taskWindow: ({ all }) =>
      all.slice(0, 1).map(({ id, version: seen, name, kind }) => {
        const about = { id, seen, at: 0, name, kind };
        return keptTask.taskWindow.view({ all, offered: { ...noMenus, kind } }, about);
      }),
  }),
  ...of<typeof keptNames>('sequences', {
    makeWindow: ({ all }) =>
      all
        .slice(0, 1)
        .map(({ id }) => keptNames.makeWindow.view({ all, isCopy: true }, { copied: { id, seen: 1 } })),
    renameWindow: ({ all }) =>
      all.slice(0, 1).map(({ id }) => keptNames.renameWindow.view({ all }, { id, seen: 1 })),
  }),
  ...of<typeof starters>('sequences', {
    startersWindow: ({ starters: all }) => {
      const choices = all.slice(0, 20).map(starters.choiceOf);
      return [starters.startersWindow.view({ starters: all, trouble: undefined, choices }, {})];
    },
    starterWindow: ({ starters: [starter] }) => [
      starters.starterWindow.view({ starter, trouble: undefined, offered: noMenus }, { key: 'k' }),
    ],
  }),
  ...of<typeof inStep>('people', {
    switchWindow: () => [true, false].map((isOn) => inStep.switchWindow.view({ isOn }, {})),
  }),
  ...of<typeof people>('people', {
    importWindow: ({ imported, personName }) => {
      const fields = Object.keys(ImportedPerson.shape);
      const toChange = imported.map((person) => ({ person, fields }));
      const plan = { toAdd: imported, toChange, unchanged: 9, refused: imported };
      const leftOut = new Map(leftOutReasons.map((reason) => [reason, 9]));
      const reading = { people: imported, leftOut, toLookAt: [personName], isCut: true };
      return [
        people.importWindow.view(
          { plan, reading },
          {},
          { again: [alert('warning', sayPeople().plan.isMore)] },
        ),
      ];
    },
  }),
  ...of<typeof settingsPages>('settings', {
    access: settingsForm('access', ['hr', 'hrGroups', 'managers', 'managerGroups']),
    channels: settingsForm('channels', ['channels', 'privateChannel']),
    organization: settingsForm('organization', ['timezone', 'profileUrl']),
    reminders: settingsForm('reminders', [
      ...(['wanted', 'weeklyChannels', 'calendar', 'addedElsewhere', 'daysBefore'] as const),
      ...(['hour', 'opens', 'closes', 'workdays', 'holidays'] as const),
    ]),
    approval: settingsForm('approval', ['offboardingApproval', 'lapseDays', 'deputies', 'from', 'until']),
    texts: settingsForm('texts', textNames),
  }),
  ...of<typeof connection>('settings', {
    connectionPage: ({ note: url }) =>
      [undefined, url].flatMap((fixedUrl) =>
        [false, true].map((tokenIsFixed) =>
          connection.connectionPage.view({ fixedUrl, tokenIsFixed, mayBePlain: () => false, url }, {}),
        ),
      ),
  }),
  ...of<typeof sequences>('settings', {
    sequencesPage: ({ all }) => [sequences.sequencesPage.view({ unsorted: all.slice(0, 50) }, {})],
  }),
  ...of<typeof taskMessages>('tasks', {
    taskMessage: ({ task, personName }) => {
      const about = { service: 's', task: task.id, due: task.due_day, assignee: 2, why: 'deactivated' };
      const done = { ...task, done_at: task.due_at, done_by: 1 };
      const common = { about, now: new Date(0), nameOf: () => personName, passedBy: 'U0INES' };
      return [task, done, { ...task, assignee: 3 }].flatMap(
        (one) => taskMessages.taskMessage({ ...common, task: one }) ?? [],
      );
    },
    rehearsedTask: ({ task, personName: name }) => [
      taskMessages.rehearsedTask(task, { name, why: 'confidential' }),
    ],
  }),
  ...of<typeof changes>('tasks', {
    postponeWindow: ({ task }) => [changes.postponeWindow.view({ task }, { service: 's', task: task.id })],
    passOnWindow: ({ task }) => [changes.passOnWindow.view({ task }, { service: 's', task: task.id })],
  }),
  ...of<typeof taskLists>('tasks', { listWindow: 'walk' }),
  ...of<typeof questions>('attention', {
    undecided: (worst) => inDoubt(worst).map((one) => questions.undecided(one, wordsOf(one))),
    answeredQuestion: (worst) =>
      inDoubt(worst).map((request) => {
        const answer = { yes: true, by: 'U0INES' };
        const caveat = caveatOf({ ...request, outcome: unconfirmed });
        return questions.answeredQuestion({ request, answer }, wordsOf(request), caveat);
      }),
  }),
];

const messages: readonly MessageDefinition[] = [
  ...newHireMessages,
  ...hireReminders,
  ...arrivalMessages,
  ...missingMessages,
  movedMessage,
  tooManyMessage,
  ...proposals.elsewhereMessages({
    directory: { asRead: () => undefined },
    settings: () => ({ reminders: { addedElsewhere: true } }),
  } as never),
  ...offboardingMessages,
  ...leavingReminders,
  ...approvalMessages,
  amendedMessage,
  ...attentionMessages,
];

const stored: Record<string, object> = {
  'newhire.companion': { as: 'manager' },
  'newhire.unreached': { purpose: 'manager', why: 'deactivated' },
  'newhire.lost': { purpose: 'buddy', why: 'noAddress' },
  'newhire.joined': { user: 'U0NEW' },
  'newhire.reached': { as: 'manager' },
  'newhire.headline-update': { zone: 'UTC', soonFrom: '2031-03-10' },
  'newhire.imported': { count: 100_000 },
  'newhire.starters_many': { count: 100_000, source: 'P'.repeat(40) },
  'newhire.starter_moved': { day: '2031-03-18', source: 'P'.repeat(40) },
  'newhire.missing': { since: '2031-03-10T12:00:00.000Z' },
  'offboarding.approved': { by: 'U0INES' },
  'offboarding.askedBack': { note: 0 },
  'request.question': { attempts: 1, question: 'isItThere' },
  'request.amended': {
    kind: 'moved',
    day: '2031-03-18',
    before: null,
    by: 'U0INES',
    count: 0,
    withAdvice: true,
  },
  'people.gone': { employee: 1, user: 'U0GONE' },
  'people.imported': { added: 5, changed: 5, unchanged: 5, unknown: 5, remaining: 5 },
  outage: { code: 'token' },
  'request.unreadable': { id: 'R-9' },
  'channel.blocked': { channel: 'C0CLOSED', code: 'missing_scope' },
};

const reminder = {
  ...{ day: '2031-03-17', zone: 'UTC', due: '2031-03-10T12:00:00.000Z', until: '2031-03-24T12:00:00.000Z' },
  as: 'manager',
};

const fromSource = { starter: { source: '&'.repeat(40), said: {}, day: '2031-03-18' } };

/** Builds a message for requests in every state, with default and custom texts. */
async function sentOf({ name, prepare }: MessageDefinition, worst: Worst): Promise<Made[]> {
  const { problem, approval: stands } = worst;
  const missing = { missingSince: '2031-03-10T12:00:00.000Z' };
  const cancelled = { kind: 'cancelled', by: 'U0INES' } as const;
  const requests: Request[] = [worst.hire, worst.leaver].flatMap((request: Request) => [
    { ...request, ...(request.kind === 'newhire' && missing) },
    request,
    { ...request, outcome: { kind: 'rejected', problem, status: 400 } },
    { ...request, state: 'cancelled', outcome: cancelled },
    { ...request, state: 'awaiting_approval', outcome: null },
    { ...request, state: 'proposed', outcome: null },
    { ...request, state: 'proposed', outcome: null, context: { ...request.context, ...fromSource } },
  ]);
  const context = (texts: Texts): MessageContext => ({
    ...{
      settings: { ...worst.settings, texts },
      typeOf,
      now: new Date('2031-03-12T12:00:00.000Z'),
    },
    ...{
      target: 'U0INES',
      approvalOf: async () => stands,
      toldOf: async () => [],
      startsWith: async () => [worst.hire],
      isNewest: async () => true,
      declinedOf: async () => ({ problem, gone: worst.gone }),
    },
  });
  const built = [...requests, ...inDoubt(worst)].flatMap((request) => {
    const build = prepare(stored[name] ?? reminder, request);
    return build ? [build(context({})), build(context(worst.settings.texts))] : [];
  });
  const wordings = (await Promise.all(built)).flatMap((one) => (one && 'text' in one ? [one] : []));
  return wordings.map(({ text, blocks }) => ({ text, blocks: blocks as KnownBlock[] }));
}

export const everyExample: readonly [what: string, example: Example][] = [
  ...lines,
  ...messages.map((one): [string, Example] => [`the message ${one.name}`, (worst) => sentOf(one, worst)]),
  [
    'the message people.gone',
    (worst) => {
      const current = () => ({ people: new Map([[worst.person.id, worst.person]]) });
      const nobody = async () => undefined;
      const ledger = { findOpen: nobody, newestDone: nobody };
      const people = { byId: async () => ({ isDeleted: true }) };
      return sentOf(gone.with({ directory: { current }, ledger, people } as never), worst);
    },
  ],
  [
    'new hire: draftBlocks',
    ({ personName }) => {
      const draft = { id: 'D-1', title: personName, savedAt: new Date(0) };
      return [
        {
          text: personName,
          blocks: draftBlocks(Array.from({ length: 20 }, () => draft)),
        },
      ];
    },
  ],
  [
    'approval: approvalButtons',
    ({ leaver }) => {
      const elements = approval.approvalButtons(leaver, true);
      return [{ text: leaver.context.personName, blocks: [{ type: 'actions', elements }] }];
    },
  ],
];
