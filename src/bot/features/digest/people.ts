import type { Day } from '../../../time/dates.ts';
import type { Request } from '../../ledger/requests/request.ts';
import type { DigestDeps } from './deps.ts';
import { lastShown } from './week.ts';

/** Limits: people shown, requests read per page, and pages read. */
const mostShown = 100;
const inOneGo = 200;
const mostPages = 10;

interface People {
  requests: Request[];
  isMore: boolean;
}

/** Arrivals or departures in the two weeks from a Monday, ordered by day. */
export async function peopleFrom(
  monday: Day,
  to: 'channels' | 'hr',
  { ledger, typeOf }: Pick<DigestDeps, 'ledger' | 'typeOf'>,
): Promise<People> {
  const found: Request[] = [];
  let place = { day: monday, id: '' };
  for (let page = 0; page < mostPages; page += 1) {
    const { requests, hasMore } = await ledger.timeline({ place, towards: 'later', limit: inOneGo });
    const shown = requests.filter(({ day }) => day !== null && day <= lastShown(monday));
    for (const one of shown) {
      const isShown = one.calledOffAt === null && typeOf(one).weekly === to;
      if (isShown && !(await ledger.presence.isUncertain(one))) found.push(one);
    }
    const last = requests.at(-1);
    if (found.length > mostShown) return { requests: found.slice(0, mostShown), isMore: true };
    if (!hasMore || !last || shown.length < requests.length) return { requests: found, isMore: false };
    place = { day: last.day ?? monday, id: last.id };
  }
  return { requests: found, isMore: true };
}
