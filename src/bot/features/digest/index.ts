import type { Day } from '../../../time/dates.ts';
import { type Repeating, repeat } from '../../../time/repeat.ts';
import type { Feature } from '../../feature.ts';
import type { NewMessage } from '../../ledger/outbox/enqueue.ts';
import { rulesOf } from '../../plan/plan.ts';
import type { Settings } from '../../storage/settings.ts';
import { type DigestDeps, defineOverviews, goesTo, goesToHr, nextWeeks } from './overviews.ts';

const every = 3_600_000;

/** Weekly overviews on Mondays: arrivals to the chosen channels, departures to HR's private channel only. */
export function digestFeature(deps: DigestDeps): Feature {
  const { ledger, settingsStore, clock, log } = deps;
  const { starting, leaving } = defineOverviews(deps);
  let turns: Repeating | undefined;
  settingsStore.onChange(() => turns?.wake());

  function messagesOf(week: Day, due: Date, settings: Settings): NewMessage[] {
    const channels = settings.reminders.weeklyChannels.filter((channel) => goesTo(channel)(settings));
    const purpose = `digest of ${week}`;
    const later = { due, planned: true } as const;
    const toHr = {
      ...later,
      purpose: `${purpose} for HR`,
      recipient: { hr: true, onlyChannel: true },
    } as const;
    return [
      ...channels.map((channel) => {
        const address = { ...later, purpose: `${purpose} in ${channel}`, recipient: { channel } };
        return starting.message(address, { week, channel });
      }),
      ...(goesToHr(settings) ? [leaving.message(toHr, { week })] : []),
    ];
  }

  /** Schedules the next weeks in advance, so that a long downtime loses none. */
  async function turn(): Promise<void> {
    const settings = settingsStore.current();
    const weeks = nextWeeks(rulesOf(settings), clock.now());
    await ledger.schedule(weeks.flatMap(({ week, due }) => messagesOf(week, due, settings)));
  }

  const onError = (err: unknown) => log.error({ err }, 'the next overview cannot be written down');
  return {
    messages: [starting, leaving],
    async begin() {
      turns = repeat({ clock, every, turn, onError });
    },
    async stop() {
      await turns?.stop();
    },
  };
}
