import type { Menu, Option, OptionGroup } from '../../screen.ts';

export interface Line {
  value: string;
  text: string;
  description: string | undefined;
  startsGroup: string | undefined;
}

export interface Chosen {
  value: string;
  text: string;
}

export function linesOf({ options, groups }: Menu): Line[] {
  return [...options.map((option) => line(option)), ...groups.flatMap(groupLines)];
}

function groupLines({ label, options }: OptionGroup): Line[] {
  return options.map((option, index) => line(option, index === 0 ? label.text : undefined));
}

function line({ value = '', text, description }: Option, startsGroup?: string): Line {
  return { value, text: text.text, description: description?.text, startsGroup };
}

/** Next index for the arrow keys, wrapping around; -1 means none. */
export function stepped(present: number, by: 1 | -1, count: number): number {
  if (count === 0) return -1;
  if (present < 0) return by > 0 ? 0 : count - 1;
  return (present + by + count) % count;
}
