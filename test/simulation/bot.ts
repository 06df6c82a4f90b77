import { createAccess } from '../../src/bot/access/access.ts';
import type { Bot as Services } from '../../src/bot/bot.ts';
import { createChanges, watchStored } from '../../src/bot/changes.ts';
import { amendedMessage } from '../../src/bot/features/amendments/announcements.ts';
import { attentionMessages } from '../../src/bot/features/attention/announcements.ts';
import { elsewhereMessages } from '../../src/bot/features/newhire/elsewhere/proposals.ts';
import { createImportRun } from '../../src/bot/features/newhire/imports/run.ts';
import { unreachedMessage } from '../../src/bot/features/newhire/imports/unreached.ts';
import { missingMessages } from '../../src/bot/features/newhire/missing.ts';
import { hireReminders } from '../../src/bot/features/newhire/reminders/plan.ts';
import { newHire } from '../../src/bot/features/newhire/request-type.ts';
import { newHireMessages } from '../../src/bot/features/newhire/result/announcements.ts';
import { movedMessage, tooManyMessage } from '../../src/bot/features/newhire/starters/announcements.ts';
import { takeStarters } from '../../src/bot/features/newhire/starters/intake.ts';
import { watchStarts } from '../../src/bot/features/newhire/watch-employees.ts';
import { approvalMessages, askedMessage } from '../../src/bot/features/offboarding/approval/announcements.ts';
import { followApprovals } from '../../src/bot/features/offboarding/index.ts';
import { leavingReminders } from '../../src/bot/features/offboarding/reminders.ts';
import { offboardingMessages, offboardingRequest } from '../../src/bot/features/offboarding/request-type.ts';
import { givenUpMessage } from '../../src/bot/features/webhooks/given-up.ts';
import { createLedger, type Ledger } from '../../src/bot/ledger/ledger.ts';
import { createBuilders, createPlans, createWords } from '../../src/bot/notifications/announcements.ts';
import { createOutgoing } from '../../src/bot/notifications/recipients.ts';
import {
  createAdditions,
  createApiDescription,
  createSequenceTasks,
} from '../../src/bot/onboarding/additions.ts';
import { createClient } from '../../src/bot/onboarding/client/client.ts';
import { createDirectory } from '../../src/bot/onboarding/directory/directory.ts';
import { createPreviews } from '../../src/bot/preview/preview.ts';
import { asReply } from '../../src/bot/requests/define-message.ts';
import {
  createDestination,
  forLedger,
  type RequestType,
  typesByKind,
} from '../../src/bot/requests/define-request.ts';
import { createSlackGroups, createSlackPeople } from '../../src/bot/slack/people/people.ts';
import { createHireImports } from '../../src/bot/storage/hire-imports.ts';
import { createSequenceKinds } from '../../src/bot/storage/sequence-kinds.ts';
import { createSettingsStore } from '../../src/bot/storage/settings.ts';
import { heldBack } from '../../src/bot/webhooks/of-request.ts';
import { createPostEvent } from '../../src/bot/webhooks/post.ts';
import { silentLog } from '../../src/log.ts';
import { repeat } from '../../src/time/clock.ts';
import { dayIn } from '../../src/time/dates.ts';
import { team } from './company.ts';
import { type Noting, notingRows } from './imports.ts';
import { endpointsOf, type Receivers } from './receivers.ts';
import type { ServiceModel } from './service-model.ts';
import type { SlackModel } from './slack-model.ts';
import { sourcesOf } from './starters.ts';
import type { Process } from './world.ts';

export type Bot = Awaited<ReturnType<typeof startBot>>;

const requestTypes: readonly RequestType[] = [newHire, offboardingRequest];
const log = silentLog();
/** Interval of list readings, in milliseconds. */
const readEvery = 5 * 60_000;

interface Surroundings {
  slack: SlackModel;
  service: ServiceModel;
  receivers: Receivers;
  noting: Noting;
  /** Whether no other process has the database. */
  isAlone: boolean;
}

/** Frontdesk without its HTTP and Socket Mode endpoints: everything between a form's values and the wire. */
export async function startBot(process: Process, surroundings: Surroundings) {
  const { slack, service, receivers, noting, isAlone } = surroundings;
  const { clock, database } = process;
  const settings = createSettingsStore(database.db, {});
  await settings.load();
  const webClient = slack.clientOf(process);
  const now = () => clock.now().getTime();
  const connection = () => ({ url: 'https://onboarding.example', token: 'token' });
  const client = createClient({ connection, dispatcher: service.dispatcherOf(process) });
  const directory = createDirectory({
    client,
    clock,
    kinds: createSequenceKinds(database, () => connection().url, clock.now),
  });
  const people = createSlackPeople(webClient, clock);
  const groups = createSlackGroups(webClient, clock);
  const access = createAccess({ lists: settings.current, people, groups, teamId: () => team, clock });
  const outgoing = createOutgoing({
    client: webClient,
    access,
    groups,
    people,
    identity: () => ({ teamId: team, botId: 'B0BOT', botUserId: 'U0BOT', scopes: undefined }),
    clock,
    directory,
    settings: settings.current,
    upload: slack.uploadOf(process),
    onFilesRefused: async () => {},
  });
  const typeOf = typesByKind(requestTypes);
  const description = createApiDescription(client, now);
  const additions = createAdditions(client, description);
  const sequenceTasks = createSequenceTasks({ additions, address: client.address, clock, log });
  const previews = createPreviews({
    ...{ settings: settings.current, typeOf, clock, directory, people, sequenceTasks },
    findEmployee: outgoing.findEmployee,
    labelOf: () => '',
    build: async () => undefined,
    buildTask: () => ({ text: '', blocks: [] }),
    rehearsals: { start: () => {} },
  });
  /** As far as the question to HR uses them. */
  const asking = {
    ...{ clock, additions, previews, peopleOfHr: outgoing.peopleOfHr },
    isInPrivateChannel: async () => true,
    privateChannelTrouble: async () => [],
  } as unknown as Services;
  const approvals = asReply(askedMessage.with(asking));
  const endpoints = endpointsOf(process);
  const changes = createChanges();
  const imports = createHireImports(database, clock.now);
  const starterSources = sourcesOf(process);
  const ledger: Ledger = createLedger({
    database,
    isAlone,
    types: forLedger(requestTypes, { client, directory }),
    destination: createDestination({ client, directory, description, typeOf, now }),
    words: createWords(settings.current, typeOf, { follows: () => false, log }),
    builderOf: (stored) => builders.ofStored(stored),
    post: outgoing.post,
    postEvent: createPostEvent({
      dispatcher: receivers.dispatcherOf(process),
      mayBePrivate: false,
      secretsOf: endpoints.secretsOf,
      heldBack: (event) => heldBack(event, { ledger, now: clock.now() }),
      now: clock.now,
    }),
    today: (at) => dayIn(settings.current().timezone, at),
    clock,
    log,
    onChange: changes.tell,
    forgetAlso: [() => imports.forgetOld()],
  });
  const { findEmployee } = outgoing;
  /** As far as an import uses them. */
  const services = {
    ...{ imports, directory, people, findEmployee, settings: settings.current, changes, clock, log },
    ...{ mistakesIn: client.mistakesIn, connection: { current: connection } },
    ledger: notingRows(process, ledger, noting),
  } as unknown as Services;
  const importing = createImportRun(services);
  const messages = [
    givenUpMessage({ endpoints, ledger }),
    ...elsewhereMessages({ ledger, directory, settings: settings.current }),
    movedMessage,
    tooManyMessage,
    ...newHireMessages,
    ...importing.messages,
    unreachedMessage({ directory }),
    ...hireReminders,
    ...missingMessages,
    ...offboardingMessages,
    ...approvalMessages,
    ...leavingReminders,
    ...attentionMessages,
    amendedMessage,
    approvals,
  ];
  const builders = createBuilders([{ messages }], {
    settings: settings.current,
    typeOf,
    access,
    ledger: () => ledger,
    directory,
    clock,
  });
  settings.onChange(ledger.planAnew);
  watchStored([settings], clock, log);
  repeat({ clock, every: readEvery, first: 0, turn: directory.refresh, onError: () => {} });
  watchStarts({ ledger, directory, clock, log });
  await ledger.start();
  takeStarters({ starterSources, ledger, directory, settings: settings.current, clock, log });
  importing.begin();
  await followApprovals({ ledger, settings: settings.current, findEmployee, clock, log }).begin();
  return {
    process,
    ledger,
    endpoints,
    starterSources,
    settings,
    plans: createPlans(settings.current, typeOf, log),
    typeOf,
    importing: { ...services, wakeImports: importing.wake },
  };
}
