import { testClock } from '../clock.ts';
import { type Cleanup, type Office, openOffice, releasedService } from './office.ts';

/** A Monday. */
export const begin = '2031-03-03T12:00:00.000Z';
/** The Monday two weeks later. */
export const startDay = '2031-03-17';

/** Posted messages that contain `part`, as `channel: text`, in order. */
export function posted({ sandbox }: Pick<Office, 'sandbox'>, part: string): string[] {
  return sandbox
    .calls('chat.postMessage')
    .map(({ args }) => `${String(args.channel)}: ${String(args.text)}`)
    .filter((line) => line.includes(part));
}

export async function officeAt(
  cleanup: Cleanup,
  instant: string,
  options: Partial<Parameters<typeof openOffice>[1]> = {},
) {
  const clock = testClock({ start: instant });
  const service = await releasedService(cleanup);
  const office = await openOffice(cleanup, { service, clock, ...options });
  return { clock, office };
}
