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
  /** What only has timers. */
  timers: readonly (() => void)[];
  ledger: Ledger;
  clock: Clock;
  log: Log;
}

/**
 * How long each step may take, in milliseconds. Together they leave some of the quarter of a minute that a supervisor
 * usually gives for closing what the bot was handed in.
 */
const limits = {
  /** Slack waits three seconds for an acknowledgement, and it goes back the way that its payload came. */
  acknowledging: 3_000,
  finishing: 3_000,
  ledger: 5_000,
};

/**
 * Takes nothing new, and lets what is in hand come to its end, as far as that is a matter of seconds. Nothing is lost
 * by what is not: it is in the ledger, and the next start finds out how it went.
 */
export async function stopInOrder(parts: Parts): Promise<void> {
  const { slack, httpServer, features, timers, ledger, clock, log } = parts;
  for (const end of timers) end();
  // Over HTTP answers go out on their own connections, and a load balancer is to turn to others at once.
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
