/**
 * One line of a list, its columns separated by tabs. Users typed the values, so line breaks and control characters,
 * which a terminal would obey, become spaces.
 */
export function formatColumns(values: (string | number)[]): string {
  return values.map((value) => String(value).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')).join('\t');
}

/** Formats a count: `1 task`, `3 tasks`. */
export function formatCount(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
