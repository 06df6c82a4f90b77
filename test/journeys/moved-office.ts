import { type MovedClock, movedClock } from './moved-clock.ts';
import { type Cleanup, channels, type Office, openOffice, releasedService } from './office.ts';

/** A Monday, at noon in UTC. */
export const begin = '2031-03-03T12:00:00.000Z';
/** The Monday two weeks later, and what Amsterdam's clocks show then. */
export const startDay = '2031-03-17';

/** HR adds Jane with Marcus as manager and Sofia as buddy. */
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

/** Marcus starts the offboarding of Sofia. */
export async function leaving({ marcus }: Office, day = startDay) {
  await marcus.command('/offboard');
  await marcus.untilView('Start offboarding');
  await marcus.fill({ Employee: 'Sofia Lindqvist', 'Last day': day });
  await marcus.submitAndAgree();
  await marcus.untilMessage('The offboarding of Sofia Lindqvist has started.');
  await marcus.closeAll();
}

/** Lets minutes pass, and the service's list be read and compared. */
export function looking({ bot, sandbox }: Office, clock: MovedClock) {
  return async (minutes: number) => {
    clock.moveTo(new Date(clock.now().getTime() + minutes * 60_000));
    await bot.directory.refresh();
    clock.moveTo(new Date(clock.now().getTime() + 61_000));
    await sandbox.settled();
  };
}

/** Everything that was posted with these words, as `where: text`, in its order. */
export function posted({ sandbox }: Pick<Office, 'sandbox'>, part: string): string[] {
  return sandbox
    .calls('chat.postMessage')
    .map(({ args }) => `${String(args.channel)}: ${String(args.text)}`)
    .filter((line) => line.includes(part));
}

/** HR changes when people are reminded. @param shown what the page that says what applies now has */
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

/** An office whose clock the test moves. */
export async function officeAt(
  cleanup: Cleanup,
  instant: string,
  options: Partial<Parameters<typeof openOffice>[1]> = {},
) {
  const clock = movedClock(instant);
  const service = await releasedService(cleanup);
  const office = await openOffice(cleanup, { service, clock, ...options });
  return { clock, office };
}
