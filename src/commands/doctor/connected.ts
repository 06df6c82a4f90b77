import type { Dispatcher } from 'undici';
import type { ClockReadings } from '../../bot/checks/machine/clock.ts';
import { createAskService } from '../../bot/checks/service/ask-service.ts';
import type { Connected } from '../../bot/checks/service/reach.ts';
import { type ConnectionStore, ownName } from '../../bot/storage/connection.ts';
import type { BotConfig } from '../../config/config.ts';
import { isLoopback } from '../../config/together.ts';
import type { Clock } from '../../time/clock.ts';
import { fixedConnection } from '../start/start.ts';

interface Options {
  config: BotConfig;
  /** Undefined when nothing is stored. */
  connection: ConnectionStore | undefined;
  dispatcher: Dispatcher;
  patience: number;
  readings: ClockReadings;
  clock: Clock;
}

export interface LookedAtConnection {
  /** Undefined for the built-in service before it has ever run. */
  connected: Connected | undefined;
  /** Whether it is the built-in service. */
  isOwn: boolean;
}

/** Finds the connection that a start would use: the environment overrides stored values. */
export async function lookAtConnection({ config, connection, ...how }: Options): Promise<LookedAtConnection> {
  const stored = await connection?.describe();
  const fixed = fixedConnection(config);
  const isOwn = config.ONBOARDING_URL === undefined && (stored === undefined || stored.setBy === ownName);
  const url = fixed.url ?? stored?.url;
  if (url === undefined) return { connected: undefined, isOwn };
  if (!URL.canParse(url)) return { connected: { why: 'noAddress' }, isOwn };
  const token = fixed.token ?? connection?.current()?.token;
  const mayBePlain = config.ONBOARDING_ALLOW_HTTP || isLoopback(url);
  return { connected: { service: createAskService({ url, token, ...how }), mayBePlain }, isOwn };
}
