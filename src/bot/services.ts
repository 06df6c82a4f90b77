import type { Dispatcher } from 'undici';
import type { Database } from '../database/open.ts';
import { isDatabaseAway } from '../database/postgres/away.ts';
import type { Log } from '../log.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { systemClock, within } from '../time/clock.ts';
import { dayIn } from '../time/dates.ts';
import { acknowledgeFirst, createAccess, createOnly } from './access/access.ts';
import { followAccess } from './access/follow-access.ts';
import { createChanges, watchStored } from './changes.ts';
import type { CommandNames, Feature } from './feature.ts';
import { notAllowed } from './features/calendar/index.ts';
import { rehearsedTask } from './features/tasks/message/task-message.ts';
import { createCheckup } from './health/checks.ts';
import { createReadiness } from './health/readiness.ts';
import { createSetupMarks } from './health/setup-step.ts';
import { forgetChanges } from './ledger/audit/audit-changes.ts';
import { failing } from './ledger/circuit-breaker.ts';
import { createLedger, type Ledger } from './ledger/ledger.ts';
import type { KeptFor } from './ledger/tables/retention.ts';
import { createBuilders, createWords } from './notifications/announcements.ts';
import { createOutgoing, createPrivateChannel } from './notifications/recipients.ts';
import { createAdditions, createApiDescription, createSequenceTasks } from './onboarding/additions.ts';
import { type ClientOptions, type Connection, createClient } from './onboarding/client/client.ts';
import { testConnection } from './onboarding/client/test-connection.ts';
import { createDirectory, pollDirectory } from './onboarding/directory/directory.ts';
import { outageCodes } from './onboarding/outage.ts';
import { createPreviews } from './preview/preview.ts';
import { createRehearsals } from './preview/rehearsals.ts';
import { createDestination, forLedger, type RequestType, typesByKind } from './requests/define-request.ts';
import { createFindManager } from './requests/employees.ts';
import { isKnownAsOwn } from './requests/follow.ts';
import { createRequestPages } from './requests/request-button.ts';
import { createHttpServer, type HttpServerOptions } from './slack/http-server.ts';
import { Listeners } from './slack/incoming/listeners.ts';
import { createSlack, type SlackOptions } from './slack/slack.ts';
import { pollStarters } from './starters/poll.ts';
import { starterRoute } from './starters/receive.ts';
import { createCheckupStore } from './storage/checkups.ts';
import type { ConnectionStore } from './storage/connection.ts';
import { createDrafts } from './storage/drafts.ts';
import { createHireImports } from './storage/hire-imports.ts';
import { createHomes } from './storage/homes.ts';
import type { BotTables } from './storage/migrations.ts';
import { createSequenceKinds } from './storage/sequence-kinds.ts';
import type { SettingsStore } from './storage/settings.ts';
import { createSlackPeopleStore } from './storage/slack-people.ts';
import type { StarterSources } from './storage/starter-sources.ts';
import { createTemplates } from './storage/templates.ts';
import type { WebhookEndpoints } from './storage/webhook-endpoints.ts';
import { heldBack } from './webhooks/of-request.ts';
import { createPostEvent, type WebhookRules } from './webhooks/post.ts';

export interface FrontdeskOptions extends SlackOptions, HttpServerOptions {
  slack: SlackOptions['slack'];
  database: Database<BotTables>;
  connection: ConnectionStore;
  starterSources: StarterSources;
  dispatcher: ClientOptions['dispatcher'];
  endpoints: WebhookEndpoints;
  webhookRules: WebhookRules;
  /** For addresses that people enter: see `PostOptions`. */
  eventDispatcher: Dispatcher;
  settings: SettingsStore;
  commands: CommandNames;
  version: string;
  /** See `ClientOptions`. */
  allowAdminCreatingEndpoint: boolean;
  /** Path of a file, existing or not, on the disk to check. */
  dataPath: string;
  keptFor: KeptFor;
  telemetry: Telemetry;
  limits?: Limits | undefined;
}

/** Time limits in milliseconds, each with a default. */
export type Limits = NonNullable<SlackOptions['limits']> &
  Pick<ClientOptions, 'readTimeout' | 'writeTimeout'>;

/**
 * Time limits of stopping, in milliseconds. A supervisor usually allows 15 seconds; the rest is for closing what the
 * caller passed in.
 */
const limits = {
  /** Slack waits three seconds for an acknowledgement, on the connection of its payload. */
  acknowledging: 3_000,
  finishing: 3_000,
  ledger: 5_000,
};

/** Builds what the features share, in order. Starts nothing, and calls nothing but the database. */
export async function createServices(
  options: FrontdeskOptions,
  requestTypes: readonly RequestType[],
  features: () => readonly Feature[],
) {
  const { database, clock, log, connection, settings: settingsStore } = options;
  const settings = settingsStore.current;
  const now = () => clock.now().getTime();
  const typeOf = typesByKind(requestTypes);
  const changes = createChanges();

  await connection.load();
  await settingsStore.load();
  const templates = createTemplates(database, clock.now);
  await templates.load();
  const drafts = createDrafts(database, clock.now, changes.tell);
  const imports = createHireImports(database, clock.now);
  const setupMarks = createSetupMarks(database, clock.now, changes.tell);
  const kinds = createSequenceKinds(database, () => connection.current()?.url ?? '', clock.now);

  const client = createClient({ ...options, ...options.limits, connection: connection.current });
  const description = createApiDescription(client, now);
  const additions = createAdditions(client, description);
  const directory = createDirectory({ client, clock, kinds, onChange: changes.tell });
  const destination = createDestination({ client, directory, description, typeOf, now });

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
  const httpServer = createHttpServer(options, readiness, [
    starterRoute({ ...options, wallClock: systemClock }),
  ]);
  const slack = createSlack(options, httpServer.routes, isDatabaseAway);
  slack.bolt.use(acknowledgeFirst);
  const teamId = () => slack.identity()?.teamId ?? '';
  const access = createAccess({ ...slack, lists: settings, teamId, clock });
  const accessNews = followAccess({ ...slack, access, database, changes, clock, log });
  await accessNews.load();
  const outgoing = createOutgoing({
    ...slack,
    access,
    directory,
    settings,
    onFilesRefused: (code) => ledger.enqueue(notAllowed(code)),
    clock,
  });

  const ledger: Ledger = createLedger({
    ...options,
    types: forLedger(requestTypes, { client, directory }),
    destination,
    words: createWords(settings, typeOf, { follows: () => isKnownAsOwn({ additions }), log }),
    builderOf: (stored) => builders().ofStored(stored),
    post: outgoing.post,
    postEvent: createPostEvent({
      ...options.webhookRules,
      dispatcher: options.eventDispatcher,
      secretsOf: options.endpoints.secretsOf,
      heldBack: (event) => heldBack(event, { ledger, now: clock.now() }),
      now: clock.now,
    }),
    today: (at) => dayIn(settings().timezone, at),
    onChange: changes.tell,
    forgetAlso: [
      (_now, auditBefore) => forgetChanges(database.db, auditBefore),
      () => drafts.forgetOld(),
      () => imports.forgetOld(),
      options.starterSources.forgetOld,
      () => kinds.forgetUnseen(directory.current()?.sequences ?? []),
    ],
  });
  let known: ReturnType<typeof createBuilders> | undefined;
  const builders = () =>
    (known ??= createBuilders(features(), {
      settings,
      typeOf,
      access,
      ledger: () => ledger,
      directory,
      clock,
    }));
  const sequenceTasks = createSequenceTasks({ additions, address: client.address, clock, log });
  const rehearsals = createRehearsals({ ...slack, clock, log });
  const previews = createPreviews({
    ...slack,
    ...{ settings, typeOf, directory, sequenceTasks, rehearsals, clock },
    findEmployee: outgoing.findEmployee,
    labelOf: (message) => builders().labelOf(message),
    build: (...asked) => builders().rehearse(...asked),
    buildTask: ({ task, owner }) => rehearsedTask(task, owner),
  });
  const privateChannel = createPrivateChannel({ ...slack, settings, ledger, clock, log });

  settingsStore.onChange(changes.tell);
  settingsStore.onChange(ledger.planAnew);
  for (const listener of [changes.tell, sendWaiting]) connection.onChange(listener);

  /** Waiting requests go to the new connection at once. */
  function sendWaiting(): void {
    ledger.resume().catch((err: unknown) => log.error({ err }, 'the new connection could not be taken up'));
    void directory.readAnew();
  }

  const bot = {
    ...options,
    ...slack,
    access,
    onPersonChange: accessNews.onPersonChange,
    mistakesIn: client.mistakesIn,
    findEmployee: outgoing.findEmployee,
    peopleOfHr: outgoing.peopleOfHr,
    findManager: createFindManager(requestTypes, ledger),
    privateChannelTrouble: privateChannel.trouble,
    isInPrivateChannel: privateChannel.hasMember,
    ledger,
    directory,
    additions,
    sequenceTasks,
    previews,
    drafts,
    imports,
    templates,
    setupMarks,
    kinds,
    homes: createHomes(database),
    checkups: createCheckupStore(database),
    slackPeople: createSlackPeopleStore(database, clock.now),
    changes,
    typeOf,
    requestTypes,
    settings,
    settingsStore,
    requestPages: createRequestPages(),
    checkup: createCheckup({ ...options, settingsStore, slackTrouble: slack.link.trouble }),
    connection: {
      ...connection,
      test: (candidate: Connection) => testConnection(candidate, options.dispatcher),
    },
  };

  let timers: readonly (() => void)[] = [];

  return {
    /** For the features: each names what it uses. */
    bot,

    /** Listens, connects to Slack and resumes open requests. Resolves to the URL of the probes. */
    async start(): Promise<string> {
      const listeners = new Listeners(slack.bolt, createOnly(access, clock, log));
      for (const { listeners: own = [] } of features()) for (const one of own) listeners.add(one);
      for (const { events = [] } of [...features(), accessNews])
        for (const event of events) listeners.addEvent(event);
      options.telemetry.follow({
        backlog: ledger.backlog,
        kinds: requestTypes.map(({ kind }) => kind),
        outages: [...outageCodes, failing],
        isSlackUp: () => slack.link.trouble() === undefined,
        employeesReadAt: () => directory.asRead()?.readAt,
      });
      const url = await httpServer.open(slack.bolt);
      slack.link.start();
      timers = [
        pollDirectory(directory, clock, log).stop,
        pollStarters({ ...options, ...options.webhookRules, dispatcher: options.eventDispatcher }).stop,
        watchStored([settingsStore, accessNews, connection, templates, setupMarks], clock, log).stop,
      ];
      // `connected` reports a refused token.
      const whenUp = (begin: () => unknown) => void slack.link.up.then(begin, () => {});
      await ledger.start();
      whenUp(() => beginAll([{ begin: privateChannel.check }, ...features()], log));
      return url;
    },

    drain(): void {
      isStopping = true;
      httpServer.drain();
    },

    /** Finishes what takes only seconds. Nothing else is lost: the next start finds its outcome in the ledger. */
    async stop(): Promise<void> {
      isStopping = true;
      for (const end of timers) end();
      // Over HTTP answers use their own connections, and a load balancer should switch at once.
      const closed = httpServer.close();
      await within(clock, limits.acknowledging, slack.inHand.finished());
      await slack.link.stop();
      const work = Promise.all([closed, slack.inHand.finished()]).then(() => true);
      if (!(await within(clock, limits.finishing, work)))
        log.warn('stopping, although an answer to Slack is still in hand');
      const rest = Promise.all([
        ledger.stop(),
        rehearsals.stop(),
        ...features().map((feature) => feature.stop?.()),
      ]).then(() => true);
      if (!(await within(clock, limits.ledger, rest)))
        log.warn('stopping, although a request is on its way: the next start finds out how it went');
    },
  };
}

/** Starts the features' background work. */
function beginAll(features: readonly Pick<Feature, 'begin'>[], log: Log): void {
  for (const { begin } of features)
    begin?.().catch((err: unknown) => log.error({ err }, 'a feature could not begin what it does by itself'));
}
