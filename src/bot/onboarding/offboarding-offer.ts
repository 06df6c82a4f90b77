import type { OnboardingClient } from './client/client.ts';

/** How long an answer counts, in milliseconds: two readings of the directory. A service can be updated any time. */
const countsFor = 10 * 60_000;

/** What this process has been told of whether the service has offboarding. Old releases have none. */
export function rememberOffboarding(
  client: Pick<OnboardingClient, 'address' | 'lacksOffboarding'>,
  now: () => number,
) {
  /** By the address that was asked, since another service may have offboarding; `at` in milliseconds since the epoch. */
  let known: { url: string | undefined; lacks: boolean; at: number } | undefined;
  return {
    /** Asks the service. When it does not tell, what it told before counts until it is too old. */
    async ask(): Promise<void> {
      const url = client.address();
      const lacks = await client.lacksOffboarding().catch(() => undefined);
      if (lacks !== undefined && url === client.address()) known = { url, lacks, at: now() };
    },
    /** Whether it is known to have none. */
    isLacking(): boolean {
      if (!known?.lacks || known.url !== client.address()) return false;
      const age = now() - known.at;
      return age >= 0 && age <= countsFor;
    },
  };
}
