import { WebClient, type WebClientOptions } from '@slack/web-api';
import { z } from 'zod';
import type { Log } from '../../../log.ts';
import { noTelemetry } from '../../../telemetry/telemetry.ts';
import type { Clock } from '../../../time/clock.ts';
import { boltLogger } from '../../slack/bolt-logger.ts';
import { baseAddress } from '../../slack/client-options.ts';
import type { SlackNetwork } from '../../slack/connection/network.ts';
import { fetchReadable } from '../../slack/read-answer.ts';
import type { ClockReadings } from '../machine/clock.ts';
import { once } from '../once.ts';

interface AskSlackOptions {
  botToken: string;
  /** The base of the Web API, when it is not Slack's own. */
  apiUrl?: string | undefined;
  /** Where the way to Slack is not straight. */
  network?: Pick<SlackNetwork, 'fetch'> | undefined;
  /** How long each call may take, in milliseconds. */
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
    /** What the token may; undefined where Slack does not say. */
    scopes: answer.response_metadata?.scopes,
  }));

/** The way in which checks ask Slack: each answer counts for all checks of one run. */
export type AskSlack = ReturnType<typeof createAskSlack>;

/** A client of its own: nothing that it meets delays what people wait for, and it says when Slack answered. */
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
    /** Who the bot token is. @throws what Slack's client throws; ZodError */
    identity: once(async () => Identity.parse(await client.auth.test())),
    /** A client with another token, the app's. */
    withToken: (token: string) => new WebClient(token, clientOptions),
  };
}
