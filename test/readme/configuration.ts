import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventsSchema } from '../../src/bot/webhooks/event-schema.ts';
import { variables } from '../../src/config/explained.ts';
import { root, textOf } from '../source-files.ts';

export const configurePage = 'docs/configure.md';

const place = /(<!-- configuration -->\n)[\s\S]*(<!-- \/configuration -->)/;

/** The page with its table of variables taken from `src/config/`. */
export function withConfiguration(page: string): string {
  const rows = variables().map(({ name, isSecret, meaning, otherwise }) => {
    const names = isSecret ? `\`${name}\`, \`…_FILE\`` : `\`${name}\``;
    return `| ${names} | ${meaning} | ${otherwise} |`;
  });
  const table = ['| Variable | Meaning | Default |', '|---|---|---|', ...rows].join('\n');
  return page.replace(place, (_all, begin, end) => `${begin}${table}\n${end}`);
}

export const eventsFile = 'docs/events.schema.json';

export const eventsText = () => `${JSON.stringify(eventsSchema(), null, 2)}\n`;

if (import.meta.main) {
  writeFileSync(join(root, configurePage), withConfiguration(textOf(configurePage)));
  writeFileSync(join(root, eventsFile), eventsText());
}
