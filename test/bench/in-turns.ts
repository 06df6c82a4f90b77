/** Times of two alternatives, in milliseconds. */
export type Pair<Which extends string> = Record<Which, number[]>;

interface Rounds {
  count: number;
  /** Number of uncounted rounds before. */
  warmUp: number;
}

/** Measures alternatives in rounds, each going first equally often. */
export async function inTurns<Which extends string, Office, Name extends string>(
  offices: Record<Which, Office>,
  { count, warmUp }: Rounds,
  measure: (office: Office, number: number) => Promise<Record<Name, number>>,
): Promise<Record<Name, Pair<Which>>> {
  const all = {} as Record<Name, Pair<Which>>;
  const names = Object.keys(offices) as Which[];
  for (let number = 0; number < warmUp + count; number += 1) {
    for (const which of number % 2 === 0 ? names : names.toReversed()) {
      const measured = await measure(offices[which], number);
      if (number < warmUp) continue;
      for (const name of Object.keys(measured) as Name[]) {
        all[name] ??= Object.fromEntries(names.map((one) => [one, [] as number[]])) as Pair<Which>;
        all[name][which].push(measured[name]);
      }
    }
  }
  return all;
}

/** Ratio of the medians, and whether it is within the bound. */
export function ratio(title: string, { own, floor }: Pair<'own' | 'floor'>, bound: number): string {
  const [measured, beside] = [median(own), median(floor)];
  const verdict = measured / beside <= bound ? 'within' : 'OVER';
  return `${title.padEnd(52)} ${(measured / beside).toFixed(2)} (at most ${bound}: ${verdict}) · ${measured.toFixed(2)} ms beside ${beside.toFixed(2)} ms`;
}

export function within(title: string, value: number, bound: number, unit: string): string {
  const verdict = value <= bound ? 'within' : 'OVER';
  return `${title.padEnd(52)} ${value.toFixed(1)} ${unit} (at most ${bound}: ${verdict})`;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
