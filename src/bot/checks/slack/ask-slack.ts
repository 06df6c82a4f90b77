import { WebAPIHTTPError, WebAPIRateLimitedError, WebClient, type WebClientOptions } from '@slack/web-api';
import { ZodError, z } from 'zod';
import type { Log } from '../../../log.ts';
import { noTelemetry } from '../../../telemetry/telemetry.ts';
import type { Clock } from '../../../time/clock.ts';
import type { SlackNetwork } from '../../slack/connection/socket-connection.ts';
import { describeSlackFailure, slackCode } from '../../slack/posting/slack-failure.ts';
import { baseAddress, boltLogger, fetchReadable } from '../../slack/web-client.ts';
import { type Found, failure, once, unchecked } from '../check.ts';
import type { ClockReadings } from '../machine.ts';
import { say as sayChecks } from '../messages.ts';
import { networkTrouble } from '../run.ts';
import { say } from './messages.ts';

interface AskSlackOptions {
  botToken: string;
  apiUrl?: string | undefined;
  network?: Pick<SlackNetwork, 'fetch'> | undefined;
  /** Time limit for each call, in milliseconds. */
  patience: number;
  readings: ClockReadings;
  clock: Clock;
  log: Log;
}

const Identity = z
  .looseObject({
    team: z.string().default(''),
    team_id: z.string(),
    user: z.string().default(''),
    bot_id: z.string().optional(),
    response_metadata: z.looseObject({ scopes: z.array(z.string()).optional() }).optional(),
  })
  .transform((answer) => ({
    team: answer.team,
    teamId: answer.team_id,
    user: answer.user,
    botId: answer.bot_id,
    /** The token's scopes; undefined if Slack doesn't return them. */
    scopes: answer.response_metadata?.scopes,
  }));

export type AskSlack = ReturnType<typeof createAskSlack>;

/**
 * Creates a separate client, so that checks don't delay the bot's own calls; it also records the time of Slack's
 * answers.
 */
export function createAskSlack(options: AskSlackOptions) {
  const { botToken, apiUrl, network, patience, readings, clock, log } = options;
  const clientOptions: WebClientOptions = {
    ...baseAddress(apiUrl),
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    fetch: fetchAndNote,
    timeout: patience,
    logger: boltLogger(log),
  };
  const client = new WebClient(botToken, clientOptions);
  const ask = fetchReadable(noTelemetry, network?.fetch ?? fetch);

  async function fetchAndNote(...request: Parameters<typeof fetch>): Promise<Response> {
    const asked = clock.now();
    const response = await ask(...request);
    readings.heard('slack', response.headers.get('date'), asked, clock.now());
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

export function unreached(error: unknown): Found | undefined {
  return slackCode(error) === undefined ? troubleReaching(error) : undefined;
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
