import { WebAPIHTTPError, WebAPIRateLimitedError, WebClient } from '@slack/web-api';
import { ZodError, z } from 'zod';
import { noTelemetry } from '../../telemetry/telemetry.ts';
import { type Standing, standingsOf } from '../access/access.ts';
import { tokenTroubles } from '../slack/connection/unreachable.ts';
import { askPerson } from '../slack/people/people.ts';
import {
  boltLogger,
  clientOptionsFor,
  describeSlackFailure,
  fetchReadable,
  slackCode,
} from '../slack/web-client.ts';
import {
  type Check,
  type Found,
  failure,
  type Outside,
  ok,
  once,
  patience,
  type Said,
  unchecked,
  warning,
} from './check.ts';
import type { ClockReadings } from './machine.ts';
import { say as sayChecks } from './messages.ts';
import { networkTrouble, networkVariables } from './network.ts';
import { say } from './slack-messages.ts';

/** Ids to look up: Slack allows some hundred calls a minute (Tier 4). */
const most = 60;

export function accessCheck(slack: AskSlack, { settings, unreadable, needsFor }: Outside): Check {
  return {
    name: 'access',
    title: () => say().access.title,
    needs: ['slack-token', ...needsFor('hr')],
    variables: ['FRONTDESK_HR', 'FRONTDESK_MANAGERS'],
    async look() {
      const { hr, managers } = settings;
      // A stored list that can't be read grants nothing.
      if (unreadable.includes('hr') || unreadable.includes('managers'))
        return failure(() => say().access.unreadable);
      const ids = [...new Set([...hr, ...managers])];
      if (ids.length === 0) return ok(() => say().access.admins);
      if (hr.length === 0) return failure(() => say().access.noHr);
      const standings = await lookUp(ids.slice(0, most), slack);
      const found = troubleIn(standings);
      if (found) return found;
      if (ids.length > most) return ok(() => say().access.firstFine(most, ids.length));
      return ok(() => say().access.fine(hr.length, managers.length));
    },
  };
}

/** In the order in which they are named. */
const troubling = ['unknown', 'outsider', 'empty', 'unsure'] as const;

function troubleIn(standings: ReadonlyMap<string, Standing>): Found | undefined {
  const which = (wanted: Standing) => [...standings].flatMap(([id, one]) => (one === wanted ? [id] : []));
  const found = troubling.filter((standing) => which(standing).length > 0);
  const trouble = (): Said => {
    const each = found.map((standing) => say().access[standing](which(standing)));
    return {
      what: each.map(({ what }) => what).join(' '),
      todo: [...new Set(each.map(({ todo }) => todo))].join(' '),
    };
  };
  if (found.includes('unknown')) return failure(trouble, which('unknown').join());
  return found.length > 0 ? warning(trouble) : undefined;
}

async function lookUp(ids: readonly string[], { client, identity }: AskSlack) {
  const { team_id: teamId } = await identity();
  return standingsOf(ids, {
    teamId,
    person: (id) => askPerson(client, id),
    groups: async () => Groups.parse(await client.usergroups.list({ include_users: true })).usergroups,
  });
}

const Groups = z.object({
  usergroups: z.array(z.object({ id: z.string(), users: z.array(z.string()).optional() })),
});

const Identity = z.object({
  team: z.string().default(''),
  team_id: z.string(),
  user: z.string().default(''),
  bot_id: z.string().optional(),
  /** The token's scopes, if Slack returns them. */
  response_metadata: z.object({ scopes: z.array(z.string()).optional() }).default({}),
});

export type AskSlack = ReturnType<typeof createAskSlack>;

/**
 * Creates a separate client, so that checks don't delay the bot's own calls; it also records the time of Slack's
 * answers.
 */
export function createAskSlack({ slack, log }: Outside, readings: ClockReadings) {
  const { botToken, apiUrl, network } = slack;
  const clientOptions = { ...clientOptionsFor(apiUrl, patience, boltLogger(log)), fetch: fetchAndNote };
  const client = new WebClient(botToken, clientOptions);
  const ask = fetchReadable(noTelemetry, network?.fetch ?? fetch);

  async function fetchAndNote(...request: Parameters<typeof fetch>): Promise<Response> {
    const asked = new Date();
    const response = await ask(...request);
    readings.heard('slack', response.headers.get('date'), asked, new Date());
    return response;
  }

  return {
    client,
    /**
     * Identity of the bot token.
     * @throws what Slack's client throws; ZodError
     */
    identity: once(async () => Identity.parse(await client.auth.test())),
    withToken: (token: string) => new WebClient(token, clientOptions),
  };
}

export function troubleReaching(error: unknown): Found {
  if (error instanceof WebAPIRateLimitedError) return unchecked(() => say().reach.busy);
  if (error instanceof WebAPIHTTPError) {
    const { statusCode } = error;
    return failure(() => say().reach.status(statusCode));
  }
  const network = networkTrouble(error);
  if (network) return failure(() => sayChecks().network[network.kind](say().slack, network.code));
  if (describeSlackFailure(error).code !== 'unreachable' || error instanceof ZodError)
    return failure(() => say().reach.unreadable);
  const kind = error instanceof Error ? error.name : typeof error;
  return failure(() => sayChecks().network.unknown(say().slack, kind));
}

/** Scopes without which Frontdesk is useless; the others only limit it. */
const vital = new Set(['commands', 'chat:write', 'users:read', 'users:read.email']);

const answers = () => ok(() => say().reach.fine);

/** @param wayIn looks whether Slack's requests arrive */
export function slackChecks({ identity }: AskSlack, wayIn: Check['look']): Check[] {
  return [
    {
      name: 'slack',
      title: () => say().reach.title,
      variables: ['SLACK_API_URL', ...networkVariables],
      look: () =>
        identity().then(answers, (error: unknown) =>
          slackCode(error) === undefined ? troubleReaching(error) : answers(),
        ),
    },
    {
      name: 'slack-token',
      title: () => say().token.title,
      needs: ['slack'],
      variables: ['SLACK_BOT_TOKEN'],
      async look() {
        try {
          const { team, team_id: teamId, user } = await identity();
          return ok(() => say().token.fine(team || teamId, user));
        } catch (error) {
          return refused(error);
        }
      },
    },
    {
      name: 'slack-requests',
      title: () => say().socket.title,
      needs: ['slack'],
      variables: ['SLACK_APP_TOKEN', 'SLACK_SIGNING_SECRET'],
      look: wayIn,
    },
    {
      name: 'slack-permissions',
      title: () => say().scopes.title,
      needs: ['slack-token'],
      async look() {
        const { scopes } = (await identity()).response_metadata;
        if (!scopes) return unchecked(() => say().scopes.unknown);
        const missing = wanted.filter((scope) => !scopes.includes(scope));
        if (missing.length === 0) return ok(() => say().scopes.fine(wanted.length));
        const lacking = () => say().scopes.missing(missing.map((scope) => named(scope)));
        return missing.some((scope) => vital.has(scope))
          ? failure(lacking, missing.join(' '))
          : warning(lacking);
      },
    },
  ];
}

function refused(error: unknown): Found {
  const code = slackCode(error);
  if (code === undefined) throw error;
  const trouble = tokenTroubles.get(code) ?? 'noScope';
  return failure(() => say().token[trouble === 'noScope' ? 'refused' : trouble](code), code);
}

export function asConnected(trouble: string | undefined): Found {
  if (trouble === undefined) return ok(() => say().socket.connected);
  return failure(() => ({ what: trouble, ...say().socket.down }));
}

/**
 * Requests a connection's address without connecting: a second connection would take payloads from the bot.
 * @param appToken undefined in HTTP mode
 */
export async function beforeConnecting(slack: AskSlack, appToken: string | undefined): Promise<Found> {
  if (appToken === undefined) return ok(() => say().socket.http);
  const client = slack.withToken(appToken);
  try {
    await client.apps.connections.open();
  } catch (error) {
    return notOpened(error);
  }
  const apps = await appsOf(slack, client);
  if (!apps || apps.appToken === apps.botToken) return ok(() => say().socket.fine);
  return failure(() => say().socket.otherApp(apps));
}

function notOpened(error: unknown): Found {
  const code = slackCode(error);
  if (code === undefined) return troubleReaching(error);
  const trouble = tokenTroubles.get(code);
  if (trouble === undefined) return failure(() => say().socket.notOpened(code), code);
  return failure(() => say().socket[trouble === 'noScope' ? 'noScope' : 'refused'](code), code);
}

const AppOfToken = z.object({ app_id: z.string() });
const AppOfBot = z.object({ bot: z.object({ app_id: z.string() }) });

/** Apps that the two tokens belong to; undefined if Slack doesn't say. */
async function appsOf({ client, identity }: AskSlack, appClient: AskSlack['client']) {
  try {
    const { bot_id: botId } = await identity();
    if (botId === undefined) return undefined;
    const [app, bot] = await Promise.all([appClient.auth.test(), client.bots.info({ bot: botId })]);
    return { appToken: AppOfToken.parse(app).app_id, botToken: AppOfBot.parse(bot).bot.app_id };
  } catch {
    return undefined;
  }
}

type Scope = keyof ReturnType<typeof say>['scopes']['purposes'];

const wanted = Object.keys(say().scopes.purposes) as Scope[];

function named(scope: Scope): string {
  const { one, purposes } = say().scopes;
  return one(scope, purposes[scope]);
}
