import type { Log } from '../../log.ts';
import type { Feature } from '../feature.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Directory } from '../onboarding/directory/directory.ts';

/** Starts the features' background work; call when Slack can be reached. */
export function beginAll(features: readonly Pick<Feature, 'begin'>[], log: Log): void {
  for (const { begin } of features)
    begin?.().catch((err: unknown) => log.error({ err }, 'a feature could not begin what it does by itself'));
}

/** Call after the connection changed: retries waiting requests at once. */
export function goOn(ledger: Ledger, directory: Directory, log: Log): void {
  ledger.resume().catch((err: unknown) => log.error({ err }, 'the new connection could not be taken up'));
  void directory.readAnew();
}
