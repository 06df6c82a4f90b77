/**
 * One line of a list, its columns set apart by tabs. Names and texts were typed by anybody: their line breaks and
 * control characters, which a terminal would obey, become spaces.
 */
export function formatColumns(values: (string | number)[]): string {
  return values.map((value) => String(value).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')).join('\t');
}

/** A number of things: `1 task`, `3 tasks`. */
export function formatCount(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
