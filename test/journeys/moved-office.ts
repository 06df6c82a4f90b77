import { testClock } from '../clock.ts';
import { type Cleanup, channels, type Office, openOffice, releasedService } from './office.ts';

/** A Monday. */
export const begin = '2031-03-03T12:00:00.000Z';
/** The Monday two weeks later. */
export const startDay = '2031-03-17';

export async function hired({ ines }: Office, day = startDay) {
  await ines.command(`/newhire Jane Doe jane@acme.example ${day}`);
  await ines.untilView('New hire');
  await ines.fill({ Manager: 'Marcus Oyelaran', Buddy: 'Sofia Lindqvist' });
  await ines.submitAndAgree();
  await ines.untilView('New hire added');
  await ines.untilMessage('Jane Doe joins', channels.hires);
  await ines.untilMessage('Jane Doe has been added');
  await ines.closeAll();
}

/** Posted messages that contain `part`, as `channel: text`, in order. */
export function posted({ sandbox }: Pick<Office, 'sandbox'>, part: string): string[] {
  return sandbox
    .calls('chat.postMessage')
    .map(({ args }) => `${String(args.channel)}: ${String(args.text)}`)
    .filter((line) => line.includes(part));
}

/** HR changes the reminders. @param shown text of the page that shows the new settings */
export async function setReminders({ ines }: Office, fields: Record<string, unknown>, shown: string) {
  await ines.openHome();
  await ines.until(() => ines.home()?.buttons.includes('Reminders'));
  await ines.press('Reminders');
  await ines.untilView('Reminders');
  await ines.fill(fields as Parameters<typeof ines.fill>[0]);
  await ines.submit();
  await ines.until(() => ines.view().texts.join().includes(shown));
  await ines.closeAll();
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
