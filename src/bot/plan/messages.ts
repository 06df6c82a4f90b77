import { instantText, words } from '../../language.ts';
import { cityOf } from '../../time/dates.ts';

const en = {
  late: (due: Date, zone: string) =>
    `This was planned for ${instantText(due, zone, 'en-GB')} (${cityOf(zone)}) and comes late.`,
};

export const say = words({ en });
