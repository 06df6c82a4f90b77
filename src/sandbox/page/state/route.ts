import { useEffect, useState } from 'preact/hooks';
import type { Screen } from '../../screen.ts';

/** Current person and place: `#/U1/C1` for a channel, `#/U1/app/home` and `#/U1/app/messages` for the app. */
export interface Route {
  personId: string;
  /** A channel's id, "app/home" or "app/messages"; empty for the first channel. */
  spot: string;
}

function readRoute(hash: string): Route {
  const [, personId = '', spot = ''] = /^#\/([^/]*)\/?(.*)$/.exec(hash) ?? [];
  return { personId, spot };
}

export function linkTo({ personId, spot }: Route): string {
  return `#/${personId}/${spot}`;
}

export function go(route: Route): void {
  location.hash = linkTo(route);
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => readRoute(location.hash));
  useEffect(() => {
    const follow = () => setRoute(readRoute(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return route;
}

/** Spot to show: the route's, if this person can see it, or their first channel. */
export function spotOf(screen: Screen, { spot }: Route): string {
  const isThere = spot.startsWith('app/') || screen.channels.some(({ id }) => id === spot);
  return isThere ? spot : (screen.channels[0]?.id ?? 'app/messages');
}
