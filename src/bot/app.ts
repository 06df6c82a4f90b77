import { dayIn } from '../time/dates.ts';
import { followAccess } from './access/follow-access.ts';
import { createUnknownIds } from './access/unknown-ids.ts';
import { createChanges } from './changes.ts';
import { createCheckup } from './checks/within-bot.ts';
import { connectSlack } from './connect-slack.ts';
import type { Feature } from './feature.ts';
import { amendmentsFeature } from './features/amendments/index.ts';
import { attentionFeature } from './features/attention/index.ts';
import { calendarFeature } from './features/calendar/index.ts';
import { notAllowed } from './features/calendar/not-allowed.ts';
import { checkupFeature } from './features/checkup/index.ts';
import { digestFeature } from './features/digest/index.ts';
import { helpFeature } from './features/help/index.ts';
import { homeFeature } from './features/home/index.ts';
import { madeHires } from './features/newhire/delivery/made-hires.ts';
import { newHireFeature } from './features/newhire/index.ts';
import { settledMissing } from './features/newhire/missing/missing.ts';
import { newHire } from './features/newhire/request-type.ts';
import { settledApprovals } from './features/offboarding/approval/settled.ts';
import { offboardingFeature } from './features/offboarding/index.ts';
import { offboardingRequest } from './features/offboarding/request-type.ts';
import { peopleFeature } from './features/people/index.ts';
import { remindersFeature } from './features/reminders/index.ts';
import { sequencesFeature } from './features/sequences/index.ts';
import { settingsFeature } from './features/settings/index.ts';
import { setupFeature } from './features/setup/index.ts';
import { tasksFeature } from './features/tasks/index.ts';
import { createHttpServer } from './http-server.ts';
import { forgetChanges } from './ledger/audit/audit-changes.ts';
import { failing } from './ledger/circuit-breaker/circuit-breaker.ts';
import { createLedger, type Ledger } from './ledger/ledger.ts';
import { beginAll, goOn } from './lifecycle/begin.ts';
import { stopInOrder } from './lifecycle/stop.ts';
import { createBuilders, createPlanner, createWords } from './notifications/announcements.ts';
import { createOutgoing } from './notifications/outgoing.ts';
import { createPrivateChannel } from './notifications/private-channel.ts';
import { createAdditions } from './onboarding/additions/additions.ts';
import { createSequenceTasks } from './onboarding/additions/sequence-tasks.ts';
import { type Connection, createClient } from './onboarding/client/client.ts';
import { testConnection } from './onboarding/client/test-connection.ts';
import { createDirectory, type Directory } from './onboarding/directory/directory.ts';
import { pollDirectory } from './onboarding/directory/directory-poller.ts';
import type { MadeSince } from './onboarding/directory/made-hires.ts';
import { outageCodes } from './onboarding/outage.ts';
import type { FrontdeskOptions } from './options.ts';
import { createReadiness } from './readiness.ts';
import { forLedger, type RequestType, typesByKind } from './requests/define-request.ts';
import { createDestination } from './requests/destination.ts';
import { createFindManager } from './requests/find-manager.ts';
import { createRequestPages } from './requests/request-pages.ts';
import { createSetupMarks } from './setup/marks.ts';
import { setupSteps } from './setup-steps.ts';
import { createChannelSizes } from './slack/posting/channel-sizes.ts';
import { createCheckupStore } from './storage/checkups.ts';
import { createDrafts } from './storage/drafts.ts';
import { createHomes } from './storage/homes.ts';
import { createPeopleStores } from './storage/people/people-stores.ts';
import { createSequenceKinds } from './storage/sequence-kinds.ts';
import { createTemplates } from './storage/templates.ts';
import { watchStored } from './storage/watch-stored.ts';

export interface RunningFrontdesk {
  /** Base URL of the health probes and, in HTTP mode, of Slack's requests. */
  url: string;
  ledger: Ledger;
  directory: Directory;
  /**
   * Resolves on the first connection to Slack; rejects with SlackTokenRefused if Slack refuses a token before that.
   */
  connected: Promise<void>;
  /** Reports "not ready" but still takes requests, until the load balancer has switched. Call before `stop`. */
  drain(): void;
  /**
   * Stops accepting work, finishes what is running, and closes. Leaves the database open, as the caller passed it in.
   */
  stop(): Promise<void>;
}

const requestTypes: readonly RequestType[] = [newHire, offboardingRequest];

/**
 * Starts the bot on a migrated database. Resolves when health probes are answered and open requests have been
 * resumed; keeps trying to reach Slack and the onboarding service.
 * @throws what the port or the database throws
 */
export async function startFrontdesk(options: FrontdeskOptions): Promise<RunningFrontdesk> {
  const { database, clock, log, telemetry, connection, settings } = options;
  await connection.load();
  await settings.load();
  const client = createClient({ ...options, ...options.limits, connection: connection.current });
  const kinds = createSequenceKinds(database, () => connection.current()?.url ?? '', clock.now);
  const now = () => clock.now().getTime();
  const additions = createAdditions(client, now);
  const changes = createChanges();
  const sequenceTasks = createSequenceTasks({ additions, address: client.address, clock, log });
  const madeSince: MadeSince = (since) => madeHires(ledger)(since);
  const directory = createDirectory({ client, now, kinds, madeSince, onChange: changes.tell });
  let isStopping = false;
  const readiness = createReadiness({
    directory,
    connection,
    trouble: () => ledger.outage(),
    slackTrouble: () => slack.link.trouble(),
    isStopping: () => isStopping,
    tryToWrite: () => ledger.tryToWrite(),
    clock,
  });
  const httpServer = createHttpServer(options, readiness);
  const slack = connectSlack(options, httpServer.mode);
  settings.onChange(changes.tell);
  const outgoing = createOutgoing({
    ...slack,
    directory,
    settings: settings.current,
    onFilesRefused: (code) => ledger.enqueue(notAllowed(code)),
    clock,
  });
  const typeOf = typesByKind(requestTypes);
  const destination = createDestination({ client, directory, typeOf, now });
  for (const listener of [additions.forget, destination.forget, changes.tell]) connection.onChange(listener);
  const ledger: Ledger = createLedger({
    database,
    types: forLedger(requestTypes, { client, directory }),
    destination,
    words: createWords(settings.current, typeOf, () => additions.known().has('person')),
    planner: createPlanner(settings.current, requestTypes, log),
    builderOf: (stored) => builderOf(stored),
    post: outgoing.post,
    today: (at) => dayIn(settings.current().timezone, at),
    clock,
    log,
    telemetry,
    onChange: changes.tell,
    keptFor: options.keptFor,
    forgetAlso: [
      (_now, auditBefore) => forgetChanges(database.db, auditBefore),
      () => drafts.forgetOld(),
      () => kinds.forgetUnseen(directory.current()?.sequences ?? []),
    ],
  });
  const accessNews = followAccess({ ...slack, database, changes, clock, log });
  await accessNews.load();
  const privateChannel = createPrivateChannel({ ...slack, settings: settings.current, ledger, clock, log });
  const drafts = createDrafts(database, clock.now, changes.tell);
  const templates = createTemplates(database, clock.now);
  await templates.load();
  const setupMarks = createSetupMarks(database, clock.now, changes.tell);
  const unknownIds = createUnknownIds({ ...slack, changed: changes.tell, clock, log });
  const parts = {
    ...options,
    ...slack,
    ...accessNews,
    findEmployee: outgoing.findEmployee,
    channelSizes: createChannelSizes(slack.client, clock),
    peopleOfHr: outgoing.peopleOfHr,
    findManager: createFindManager(requestTypes, ledger),
    privateChannelTrouble: privateChannel.trouble,
    isInPrivateChannel: privateChannel.hasMember,
    ledger,
    directory,
    additions,
    sequenceTasks,
    drafts,
    ...createPeopleStores(database, clock.now),
    templates,
    setupMarks,
    setupSteps,
    kinds,
    changes,
    typeOf,
    settings: settings.current,
    settingsStore: settings,
    homes: createHomes(database),
    requestPages: createRequestPages(),
    checkup: createCheckup({ ...options, settingsStore: settings, slackTrouble: slack.link.trouble }),
    checkups: createCheckupStore(database),
    definitions: () => features.flatMap(({ messages }) => messages ?? []),
    rehearsals: () => features.flatMap(({ rehearse }) => rehearse ?? []),
    unknownIds: unknownIds.current,
    connection: {
      ...connection,
      rules: options.connectionRules,
      test: (candidate: Connection) => testConnection(candidate, options.dispatcher),
    },
  };
  // Features above and below App Home's own parts. Every feature has to be listed here.
  const above = [
    setupFeature(parts),
    newHireFeature(parts),
    offboardingFeature(parts),
    sequencesFeature(parts),
    attentionFeature({ ...parts, settledBy: { ...settledApprovals(parts), ...settledMissing } }),
    amendmentsFeature(parts),
    tasksFeature({ ...parts, requestTypes }),
    remindersFeature(parts),
    digestFeature(parts),
    calendarFeature(),
  ];
  const below = [peopleFeature(parts), settingsFeature(parts), checkupFeature(parts), helpFeature(parts)];
  const features: Feature[] = [...above, homeFeature({ ...parts, above, below }), ...below];
  for (const { listeners = [], events = [] } of [...features, { events: accessNews.events }]) {
    for (const listener of listeners) slack.listeners.add(listener);
    for (const event of events) slack.listeners.addEvent(event);
  }
  const builderOf = createBuilders(features, {
    ...slack,
    settings: settings.current,
    typeOf,
    ledger: () => ledger,
    directory,
    clock,
  });
  settings.onChange(ledger.planAnew);
  connection.onChange(() => goOn(ledger, directory, log));

  telemetry.follow({
    backlog: ledger.backlog,
    kinds: requestTypes.map(({ kind }) => kind),
    outages: [...outageCodes, failing],
    isSlackUp: () => slack.link.trouble() === undefined,
    employeesReadAt: () => directory.asRead()?.readAt,
  });
  const url = await httpServer.open(slack.bolt);
  slack.link.start();
  // `connected` reports a refused token.
  slack.link.up.then(unknownIds.start, () => {});
  const begin = () => beginAll([{ begin: privateChannel.check }, ...features], log);
  const timers = [
    unknownIds.stop,
    pollDirectory(directory, clock, log).stop,
    watchStored([settings, accessNews, connection, templates, setupMarks], clock, log).stop,
  ];
  const drain = () => {
    isStopping = true;
    httpServer.drain();
  };
  const stop = () => {
    isStopping = true;
    return stopInOrder({ slack, httpServer, features, timers, ledger, clock, log });
  };
  try {
    await ledger.start();
  } catch (error) {
    await stop();
    throw error;
  }
  // `connected` reports a refused token.
  slack.link.up.then(begin, () => {});
  return { url, ledger, directory, connected: slack.link.up, drain, stop };
}
