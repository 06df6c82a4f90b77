import { paths } from '../../src/contract/paths.ts';
import type { Api } from './api.ts';
import { limit, type Meaning, type Need, problem } from './rules.ts';

/** Endpoints that a server has; they identify its release. */
export type Offer = Readonly<Record<Need, boolean>> & { newHires: boolean };

export async function offerOf(api: Api): Promise<Offer> {
  const has = async (path: string) => (await api.options(path)).status !== 404;
  return {
    users: await has(paths.users),
    offboarding: await has(paths.offboarding),
    newHires: await has(paths.newHires),
  };
}

/** Program it looks like; null if unknown. */
export function guess({ users, offboarding, newHires }: Offer): string | null {
  if (users && newHires) return 'Frontdesk’s own onboarding service';
  if (users) return offboarding ? 'ChiefOnboarding 2.4.1 or newer' : 'ChiefOnboarding 2.0.32 to 2.4.0';
  return newHires ? 'ChiefOnboarding 2.0.15 to 2.0.31' : null;
}

export function whatIsMissing({ users, offboarding, newHires }: Offer): Meaning[] {
  return [
    ...(users ? [] : [problem(newHires ? onlyOldEndpoint : noWayToAdd)]),
    ...(offboarding ? [] : [limit(noOffboarding)]),
  ];
}

const onlyOldEndpoint =
  'Only the old endpoint is there (/api/newhires/), which makes every new hire an administrator. Frontdesk doesn’t use it: update ChiefOnboarding to 2.0.32 or newer.';
const noWayToAdd = 'There is no endpoint that adds people (/api/users/), so new hires can’t be added.';
const noOffboarding =
  'This version has no offboarding. Update ChiefOnboarding to 2.4.1 or newer to start offboardings from Slack.';
