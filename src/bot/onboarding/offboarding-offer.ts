import type { OnboardingClient } from './client/client.ts';

/** How long an answer counts, in milliseconds: two readings of the directory. A service can be updated any time. */
const countsFor = 10 * 60_000;

interface Known {
  /** The address that was asked: another service may have offboarding. */
  url: string | undefined;
  lacks: boolean;
  /** Milliseconds since the epoch. */
  at: number;
}

/** What this process has been told of whether the service has offboarding. Old releases have none. */
export function rememberOffboarding(
  client: Pick<OnboardingClient, 'address' | 'lacksOffboarding'>,
  now: () => number,
) {
  let known: Known | undefined;
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
