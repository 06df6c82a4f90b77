import type { OnboardingClient } from './client/client.ts';

/**
 * How long an answer is valid, in milliseconds: two readings of the directory. The service can be updated at any
 * time.
 */
const countsFor = 10 * 60_000;

/**
 * Remembers whether the service lacks offboarding, as old releases do.
 * @param now in milliseconds since the epoch
 */
export function rememberOffboarding(
  client: Pick<OnboardingClient, 'address' | 'lacksOffboarding'>,
  now: () => number,
) {
  /** By address, since another service may have offboarding; `at` in milliseconds since the epoch. */
  let known: { url: string | undefined; lacks: boolean; at: number } | undefined;
  return {
    /** Asks the service. If it doesn't answer, the previous answer stays until it expires. */
    async ask(): Promise<void> {
      const url = client.address();
      const lacks = await client.lacksOffboarding().catch(() => undefined);
      if (lacks !== undefined && url === client.address()) known = { url, lacks, at: now() };
    },
    isLacking(): boolean {
      if (!known?.lacks || known.url !== client.address()) return false;
      const age = now() - known.at;
      return age >= 0 && age <= countsFor;
    },
  };
}
