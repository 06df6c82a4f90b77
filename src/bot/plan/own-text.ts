/** What can stand in an organization's own text, between braces. */
export const placeholders = ['name', 'first name', 'day', 'manager', 'buddy', 'position'] as const;
export type Placeholder = (typeof placeholders)[number];

/** What is known of somebody, by placeholder; nothing stands in for what is not. */
export type Facts = Partial<Record<Placeholder, string>>;

const inBraces = /\{([^{}]*)\}/g;

/** What stands between braces, as people typed it. */
function namesIn(text: string): string[] {
  return [...text.matchAll(inBraces)].map(([, name = '']) => name.trim().toLowerCase());
}

function isPlaceholder(name: string): name is Placeholder {
  return placeholders.some((one) => one === name);
}

/** The first thing between braces that says nothing; a brace alone where one has no other. */
export function unknownIn(text: string): string | undefined {
  const unknown = namesIn(text).find((name) => !isPlaceholder(name));
  return unknown ?? /[{}]/.exec(text.replaceAll(inBraces, ''))?.[0];
}

/** One sentence or line after the other, with what separates them left out. */
const betweenSentences = /(?<=[.!?])\s+/;

/**
 * The text, with what is known in the place of its placeholders. A sentence with something that is not known is left
 * out, so that no hole is left.
 * @returns undefined where nothing is left of it
 */
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
