export const placeholders = ['name', 'first name', 'day', 'manager', 'buddy', 'position'] as const;
export type Placeholder = (typeof placeholders)[number];

/** Values by placeholder; missing ones have no substitute. */
export type Facts = Partial<Record<Placeholder, string>>;

const inBraces = /\{([^{}]*)\}/g;

function namesIn(text: string): string[] {
  return [...text.matchAll(inBraces)].map(([, name = '']) => name.trim().toLowerCase());
}

function isPlaceholder(name: string): name is Placeholder {
  return placeholders.some((one) => one === name);
}

/** First unknown placeholder, or an unpaired brace; undefined if there is none. */
export function unknownIn(text: string): string | undefined {
  const unknown = namesIn(text).find((name) => !isPlaceholder(name));
  return unknown ?? /[{}]/.exec(text.replaceAll(inBraces, ''))?.[0];
}

const betweenSentences = /(?<=[.!?])\s+/;

/** Drops sentences with an unknown value, so that no gap is left; undefined if nothing is left. */
export function filled(text: string, facts: Facts): string | undefined {
  const isKnown = (name: string) => isPlaceholder(name) && facts[name] !== undefined;
  const lines = text.split('\n').map((line) => {
    const sentences = line.trim().split(betweenSentences);
    return sentences.filter((sentence) => namesIn(sentence).every(isKnown)).join(' ');
  });
  const left = lines.filter((line, at) => line !== '' || text.split('\n')[at]?.trim() === '').join('\n');
  const said = left.replaceAll(inBraces, (whole, name: string) => {
    const known = name.trim().toLowerCase();
    return (isPlaceholder(known) ? facts[known] : undefined) ?? whole;
  });
  const closed = said.replaceAll(/\n{3,}/g, '\n\n').trim();
  return closed === '' ? undefined : closed;
}
