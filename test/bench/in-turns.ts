type Pair<Which extends string> = Record<Which, number[]>;

interface Rounds {
  count: number;
  warmUp: number;
}

/** Measures alternatives in rounds, each going first equally often. @param measure takes one or several values each */
export async function inTurns<Which extends string, Office, Name extends string>(
  offices: Record<Which, Office>,
  { count, warmUp }: Rounds,
  measure: (office: Office, number: number) => Promise<Record<Name, number | readonly number[]>>,
): Promise<Record<Name, Pair<Which>>> {
  const all = {} as Record<Name, Pair<Which>>;
  const names = Object.keys(offices) as Which[];
  for (let number = 0; number < warmUp + count; number += 1) {
    for (const which of number % 2 === 0 ? names : names.toReversed()) {
      const measured = await measure(offices[which], number);
      if (number < warmUp) continue;
      for (const name of Object.keys(measured) as Name[]) {
        all[name] ??= Object.fromEntries(names.map((one) => [one, [] as number[]])) as Pair<Which>;
        all[name][which].push(...[measured[name]].flat());
      }
    }
  }
  return all;
}

export function ratio(
  title: string,
  { own, floor }: Pair<'own' | 'floor'>,
  bound: number,
  unit = 'ms',
): string {
  const [measured, beside] = [median(own), median(floor)];
  const numbers = `${measured.toFixed(2)} ${unit} beside ${beside.toFixed(2)} ${unit}`;
  return `${within(title, measured / beside, bound)} · ${numbers}`;
}

export function within(title: string, value: number, bound: number, unit = ''): string {
  const verdict = value <= bound ? 'within' : 'OVER';
  return `${title.padEnd(52)} ${value.toFixed(2)}${unit && ` ${unit}`} (at most ${bound}: ${verdict})`;
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
