import { type Day, isDay } from '../../../dates.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const month =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';

/** How days are written. Each gives year, month and day as digits, or undefined where that is not certain. */
const ways: { pattern: RegExp; read: (...parts: string[]) => Day | undefined }[] = [
  { pattern: /\b(\d{4})-(\d{1,2})-(\d{1,2})\b/g, read: (year, month, day) => dayOf(year, month, day) },
  // With dots the day comes first wherever dates are written so.
  { pattern: /\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/g, read: (day, month, year) => dayOf(year, month, day) },
  { pattern: /\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/g, read: withSlashes },
  {
    pattern: new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${month},? (\\d{4})\\b`, 'gi'),
    read: (day, name, year) => dayOf(year, monthNumber(name), day),
  },
  {
    pattern: new RegExp(`\\b${month} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, 'gi'),
    read: (name, day, year) => dayOf(year, monthNumber(name), day),
  },
];

/**
 * Takes the days out of a text, in the order of how they are written. `03/04/2026` is the third of April to some
 * and the fourth of March to others, so it stays in the text.
 */
export function takeDays(text: string): { days: Day[]; rest: string } {
  const days: Day[] = [];
  let rest = text;
  for (const { pattern, read } of ways) {
    rest = rest.replaceAll(pattern, (found, ...parts: string[]) => {
      const day = read(...parts);
      if (day === undefined) return found;
      days.push(day);
      return ' ';
    });
  }
  return { days, rest };
}

function withSlashes(one = '', other = '', year = ''): Day | undefined {
  if (one === other) return dayOf(year, one, other);
  if (Number(one) > 12) return dayOf(year, other, one);
  return Number(other) > 12 ? dayOf(year, one, other) : undefined;
}

function monthNumber(name = ''): string {
  return String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1);
}

function dayOf(year = '', month = '', day = ''): Day | undefined {
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(written) ? written : undefined;
}
