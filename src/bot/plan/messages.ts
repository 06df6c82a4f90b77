import { words } from '../../language.ts';
import { cityOf, formatInstant } from '../../time/dates.ts';

const en = {
  late: (due: Date, zone: string) =>
    `This was planned for ${formatInstant(due, zone, 'en-GB')} (${cityOf(zone)}) and comes late.`,
};

export const say = words({ en });
