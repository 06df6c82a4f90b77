import type { HomeView, ModalView } from '@slack/types';
import { expect } from 'vitest';
import { amendmentMessages } from '../../src/bot/features/amendments/announcements.ts';
import type * as amendment from '../../src/bot/features/amendments/form.ts';
import { attentionMessages } from '../../src/bot/features/attention/announcements.ts';
import type * as outgoing from '../../src/bot/features/attention/outgoing.ts';
import type * as requests from '../../src/bot/features/home/lists/requests-view.ts';
import type * as timeline from '../../src/bot/features/home/lists/timeline-view.ts';
import type * as request from '../../src/bot/features/home/page/request-page.ts';
import type * as home from '../../src/bot/features/home/view.ts';
import { arrivalMessages } from '../../src/bot/features/newhire/arrivals/announcements.ts';
import type * as check from '../../src/bot/features/newhire/check/check-page.ts';
import type * as drafts from '../../src/bot/features/newhire/drafts/draft-list.ts';
import type * as asking from '../../src/bot/features/newhire/elsewhere/asking.ts';
import type * as elsewhere from '../../src/bot/features/newhire/elsewhere/pages.ts';
import type * as hireForm from '../../src/bot/features/newhire/form/form.ts';
import type * as openHire from '../../src/bot/features/newhire/open-modal.ts';
import { hireReminders } from '../../src/bot/features/newhire/reminders/plan.ts';
import { newHireMessages } from '../../src/bot/features/newhire/result/announcements.ts';
import type * as hireResult from '../../src/bot/features/newhire/result/result.ts';
import type * as templates from '../../src/bot/features/newhire/templates/pages.ts';
import { words as hireWords } from '../../src/bot/features/newhire/words.ts';
import { offboardingMessages } from '../../src/bot/features/offboarding/announcements.ts';
import { approvalMessages } from '../../src/bot/features/offboarding/approval/announcements.ts';
import type * as asked from '../../src/bot/features/offboarding/approval/asked.ts';
import type * as approval from '../../src/bot/features/offboarding/approval/forms.ts';
import type * as leaverCheck from '../../src/bot/features/offboarding/check/check-page.ts';
import type * as leaverForm from '../../src/bot/features/offboarding/form.ts';
import { leavingReminders } from '../../src/bot/features/offboarding/reminders/plan.ts';
import type * as leaverResult from '../../src/bot/features/offboarding/result.ts';
import { words as leaverWords } from '../../src/bot/features/offboarding/words.ts';
import type * as people from '../../src/bot/features/people/import/pages.ts';
import type * as keptList from '../../src/bot/features/sequences/list/list-page.ts';
import type * as keptGone from '../../src/bot/features/sequences/list/on-list.ts';
import type * as keptMake from '../../src/bot/features/sequences/make/make-page.ts';
import type * as keptSequence from '../../src/bot/features/sequences/sequence/sequence-page.ts';
import type * as between from '../../src/bot/features/sequences/show-read.ts';
import type * as starters from '../../src/bot/features/sequences/starters/starters-page.ts';
import type * as keptTask from '../../src/bot/features/sequences/task/task-page.ts';
import type * as access from '../../src/bot/features/settings/access.ts';
import type * as approvalSettings from '../../src/bot/features/settings/approval/approval.ts';
import type * as channels from '../../src/bot/features/settings/channels/channels.ts';
import type * as connection from '../../src/bot/features/settings/connection.ts';
import type * as settings from '../../src/bot/features/settings/form.ts';
import type * as organization from '../../src/bot/features/settings/organization.ts';
import type * as reminders from '../../src/bot/features/settings/reminders/reminders.ts';
import type * as saved from '../../src/bot/features/settings/saved.ts';
import type * as sequences from '../../src/bot/features/settings/sequences.ts';
import type * as texts from '../../src/bot/features/settings/texts/texts.ts';
import type * as taskLists from '../../src/bot/features/tasks/lists/list-page.ts';
import type * as taskMessages from '../../src/bot/features/tasks/message/task-message.ts';
import type * as taskForms from '../../src/bot/features/tasks/press/forms.ts';
import type { Message } from '../../src/bot/requests/result-views.ts';
import type * as answer from '../../src/bot/slack/incoming/answer.ts';
import type { BotTables } from '../../src/bot/storage/migrations.ts';
import { openDatabase } from '../../src/database/open.ts';
import { commonLanguage } from '../../src/language.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';

/** The names of what a module exports that builds a view or a message. */
type Builders<Module> = {
  [Name in keyof Module]: Module[Name] extends (...given: never[]) => infer Built
    ? Awaited<Built> extends ModalView | HomeView | Message
      ? Name
      : never
    : never;
}[keyof Module] &
  string;

/** A line for each of them: a module that gets another one does not compile here until it has its line. */
function of<Module>(place: string, marks: Record<Builders<Module>, RegExp>): [string, RegExp][] {
  return Object.entries<RegExp>(marks).map(([name, mark]) => [`${place}: ${name}`, mark]);
}

/**
 * What each function that builds a view or a message leaves in what Slack gets, so that the test can tell that it was
 * tried with the longest names.
 */
const marks = [
  ...of<typeof answer>('slack', { noticeView: /"No access"/ }),
  ...of<typeof home>('home', {
    homeView: /"Arrivals and departures"/,
    closedHome: /"type":"home","blocks":\[\{"type":"section"/,
  }),
  ...of<typeof requests>('home', { requestsView: /"callback_id":"home_requests"/ }),
  ...of<typeof timeline>('home', { timelineView: /"callback_id":"home_timeline"/ }),
  ...of<typeof request>('home', { requestPage: /"callback_id":"home_request"/ }),
  ...of<typeof hireForm>('new hire', { newHireForm: /"callback_id":"newhire"/ }),
  ...of<typeof openHire>('new hire', { freshForm: /"callback_id":"newhire"/ }),
  ...of<typeof check>('new hire', {
    checkPage: /"title":\{"type":"plain_text","text":"Check and add"/,
    cannotBeSent: /This can’t be sent as it is/,
  }),
  ...of<typeof hireResult>('new hire', {
    doneView: /"New hire added"/,
    // What it says depends on what is known when the form is answered.
    pendingView: /hasn’t been added yet\.|Frontdesk is adding /,
    rejectedView: /"New hire not added"/,
    doneMessage: /has been added\.","blocks"/,
    rejectedMessage: /wasn’t added\.","blocks"/,
    headline: /"text":"[^"]* joins on /,
    companionMessage: /with you as manager\./,
    lostMessage: /their Slack account is deactivated\./,
    roleMessage: /has been added with the role Administrator/,
    unreachedMessage: /who has been added:/,
  }),
  ...of<typeof templates>('new hire', {
    templatesPage: /"callback_id":"newhire_templates"/,
    templatePage: /"callback_id":"newhire_template"/,
  }),
  ...of<typeof asking>('new hire', {
    askingMessage: /the onboarding service\. Announce them\?","blocks"/,
    decidedMessage: /decided not to announce them\./,
    importedMessage: /too many to ask about one by one/,
  }),
  ...of<typeof elsewhere>('new hire', {
    elsewhereForm: /"callback_id":"newhire_elsewhere"/,
    elsewhereCheck: /"callback_id":"newhire_elsewhere_check"/,
    announcedPage: /"New hire announced"/,
    insteadPage: /already announced |isn’t in the onboarding service any more/,
  }),
  ...of<typeof drafts>('new hire', { draftsList: /your 20 newest drafts\./ }),
  ...of<typeof leaverForm>('offboarding', { offboardingForm: /"callback_id":"offboard"/ }),
  ...of<typeof leaverCheck>('offboarding', {
    checkPage: /"title":\{"type":"plain_text","text":"Check and start"/,
    cannotBeSent: /"callback_id":"offboard_check".*This can’t be sent as it is/,
  }),
  ...of<typeof leaverResult>('offboarding', {
    doneView: /"Offboarding started"/,
    pendingView: /hasn’t started yet\.|Frontdesk is starting the offboarding of /,
    rejectedView: /"Not started"/,
    doneMessage: /It can take a few minutes until everything shows/,
    privateMessage: /C0PEOPLEOPS.*The offboarding of|The offboarding of.*C0PEOPLEOPS/,
    rejectedMessage: /wasn’t started\.","blocks"/,
  }),
  ...of<typeof asked>('approval', { settled: /Approved by <@U0INES>\./ }),
  ...of<typeof approval>('approval', {
    approvalForm: /"callback_id":"approval_ask_form"/,
    savedPage: /Frontdesk is sending your question to /,
    refusedPage: /Your press changed nothing\./,
  }),
  ...of<typeof amendment>('afterwards', {
    amendmentForm: /"callback_id":"amendment"/,
    savedPage: /Frontdesk is notifying: |Nobody else is notified/,
  }),
  ...of<typeof between>('sequences', { betweenPage: /"callback_id":"sequences_between"/ }),
  ...of<typeof keptList>('sequences', { listPage: /"callback_id":"sequences"/ }),
  ...of<typeof keptGone>('sequences', { goneList: /This sequence isn’t in the onboarding service any more/ }),
  ...of<typeof keptSequence>('sequences', { sequencePage: /"callback_id":"sequences_sequence"/ }),
  ...of<typeof keptTask>('sequences', { taskPage: /"callback_id":"sequences_task"/ }),
  ...of<typeof keptMake>('sequences', {
    makePage: /"callback_id":"sequences_make"/,
    renamePage: /"callback_id":"sequences_rename"/,
  }),
  ...of<typeof starters>('sequences', {
    startersPage: /"callback_id":"sequences_starters"/,
    stillTicked: /"callback_id":"sequences_starters".*"level":"error"/,
    starterPage: /"callback_id":"sequences_starter"/,
  }),
  ...of<typeof people>('people', {
    readingPage: /is reading who is in this workspace/,
    planPage: /To add:\\n/,
    workingPage: /Frontdesk is importing/,
    donePage: /"callback_id":"people_import_page".*people were added and/,
    troublePage: /Slack didn’t tell Frontdesk who is in/,
  }),
  ...of<typeof settings>('settings', { settingsForm: /"callback_id":"settings_access"/ }),
  ...of<typeof access>('settings', { accessForm: /"callback_id":"settings_access"/ }),
  ...of<typeof channels>('settings', { channelsForm: /"callback_id":"settings_channels"/ }),
  ...of<typeof connection>('settings', { connectionForm: /"callback_id":"settings_connection"/ }),
  ...of<typeof organization>('settings', { organizationForm: /"callback_id":"settings_organization"/ }),
  ...of<typeof reminders>('settings', { remindersForm: /"callback_id":"settings_reminders"/ }),
  ...of<typeof approvalSettings>('settings', {
    approvalForm: /"callback_id":"settings_approval"/,
  }),
  ...of<typeof texts>('settings', { textsForm: /"callback_id":"settings_texts"/ }),
  ...of<typeof sequences>('settings', { sequencesForm: /"callback_id":"settings_sequences"/ }),
  ...of<typeof saved>('settings', { savedPage: /"Saved\. This is what applies now\."/ }),
  ...of<typeof taskMessages>('tasks', { taskMessage: /"action_id":"task_done"/ }),
  ...of<typeof taskForms>('tasks', {
    postponeForm: /"callback_id":"task_postpone_form"/,
    passOnForm: /"callback_id":"task_pass_on_form"/,
    outcomeOf: /"title":\{"type":"plain_text","text":"(Not yet|Not mine)"/,
  }),
  ...of<typeof taskLists>('tasks', { listPage: /"callback_id":"task_list_page"/ }),
  ...of<typeof outgoing>('attention', {
    heldUp: /Nothing is lost: new requests are saved/,
    setAside: /can’t read a saved request/,
    goesOn: /accepts requests again/,
    blocked: /needs your help with one of its channels/,
    undecided: /Is that the same person/,
    answeredQuestion: /Answered by <@U0INES>: “Yes, that’s them”/,
    cancelled: /is cancelled\. Nothing was done/,
  }),
];

/** What every feature has Slack told, by the lists that the bot itself goes by. */
const messages = [
  ...newHireMessages,
  ...hireReminders,
  ...arrivalMessages,
  ...offboardingMessages,
  ...leavingReminders,
  ...approvalMessages,
  ...amendmentMessages,
  ...attentionMessages,
]
  .map(({ name }) => name)
  // Made of what their features use.
  .concat(
    'calendar.entry',
    'calendar.not-allowed',
    'newhire.elsewhere',
    'newhire.imported',
    'newhire.rehearsal',
    'newhire.sample',
    'reminder.rehearsal',
    'offboarding.rehearsal',
    'offboarding.approval',
    'digest.starting',
    'digest.leaving',
    'people.imported',
    'people.gone',
    'request.followed',
    'task.due',
    'task.update',
    'task.overdue',
  );

/** “No offboarding” takes no name. */
const { notThere: _fixed, ...leaverTitles } = leaverWords[commonLanguage].titles;
const titles = Object.values({ ...leaverTitles, ...hireWords[commonLanguage].titles });

/** What the tests with the longest names have to leave in what `shownBy` and `sentBy` tell. */
export const everything: readonly [what: string, mark: RegExp][] = [
  ...marks,
  ...messages.map((name): [string, RegExp] => [`the message ${name}`, new RegExp(`^sent ${name}$`, 'm')]),
  ...titles.map((title): [string, RegExp] => [`a window titled ${title}`, new RegExp(`"text":"${title}"`)]),
];

/** The names of the messages that were sent, a line each, once none is under way any more. */
export async function sentBy({ DATABASE_URL }: { DATABASE_URL: string }): Promise<string> {
  const { db, close } = openDatabase<BotTables>(DATABASE_URL);
  const messages = db.selectFrom('messages').select('name').distinct();
  const open = messages
    .where('state', 'in', ['pending', 'sending'])
    // What is planned is for later days.
    .where(({ eb, or }) => or([eb('planned', '=', 0), eb('state', '=', 'sending')]))
    .where('blocked_by', 'is', null);
  await expect.poll(() => open.execute()).toEqual([]);
  const sent = await messages.where('state', 'in', ['sent', 'spread', 'answered']).execute();
  await close();
  return sent.map(({ name }) => `sent ${name}`).join('\n');
}

/** Everything that Slack got: calls of its Web API, answers to submissions, and what was said beside a command. */
export function shownBy({ calls, deliveries, messages }: Sandbox): string {
  const called = calls().map(({ args }) => JSON.stringify(args));
  const answered = deliveries().map(({ answer }) => JSON.stringify(answer ?? null));
  return [...called, ...answered, JSON.stringify(messages('C0GENERAL'))].join('\n');
}
