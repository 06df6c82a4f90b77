import type { Log } from '../../log.ts';
import { type Clock, within } from '../../time/clock.ts';
import type { Feature } from '../feature.ts';
import type { HttpServer } from '../http-server.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { SlackApp } from '../slack/app.ts';

interface Parts {
  slack: Pick<SlackApp, 'link' | 'inHand'>;
  httpServer: HttpServer;
  features: readonly Pick<Feature, 'stop'>[];
  timers: readonly (() => void)[];
  ledger: Ledger;
  clock: Clock;
  log: Log;
}

/**
 * Time limits of the steps, in milliseconds. A supervisor usually allows 15 seconds; the rest is for closing what the
 * caller passed in.
 */
const limits = {
  /** Slack waits three seconds for an acknowledgement, on the connection of its payload. */
  acknowledging: 3_000,
  finishing: 3_000,
  ledger: 5_000,
};

/**
 * Stops accepting work and finishes what takes only seconds. Nothing else is lost: it is in the ledger, and the next
 * start finds its outcome.
 */
export async function stopInOrder(parts: Parts): Promise<void> {
  const { slack, httpServer, features, timers, ledger, clock, log } = parts;
  for (const end of timers) end();
  // Over HTTP answers use their own connections, and a load balancer should switch at once.
  const closed = httpServer.close();
  await within(clock, limits.acknowledging, slack.inHand.finished());
  await slack.link.stop();
  const work = Promise.all([closed, slack.inHand.finished()]).then(() => true);
  if (!(await within(clock, limits.finishing, work)))
    log.warn('stopping, although an answer to Slack is still in hand');
  const rest = Promise.all([ledger.stop(), ...features.map((feature) => feature.stop?.())]).then(() => true);
  if (!(await within(clock, limits.ledger, rest)))
    log.warn('stopping, although a request is on its way: the next start finds out how it went');
}
