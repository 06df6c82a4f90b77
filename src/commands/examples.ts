import type { Command } from 'commander';

const frontdesk = 'npm run frontdesk --';

/** An example of each command, by its words. */
export const examples: Readonly<Record<string, string>> = {
  start: 'npm start',
  demo: 'npm run demo -- --fresh --port 3600',
  setup: `${frontdesk} setup`,
  doctor: `${frontdesk} doctor --json`,
  manifest: `${frontdesk} manifest --url https://frontdesk.acme.com`,
  'token set': `${frontdesk} token set --url https://onboarding.acme.com`,
  'token show': `${frontdesk} token show`,
  'token remove': `${frontdesk} token remove`,
  'token rotate-key': `${frontdesk} token rotate-key`,
  'hires import': `${frontdesk} hires import interns.csv --dry-run`,
  'starters list': `${frontdesk} starters list`,
  'starters add': `${frontdesk} starters add Personio --preset personio`,
  'starters remove': `${frontdesk} starters remove S-7K2M9QXA`,
  'starters push': `${frontdesk} starters push Personio starters.json`,
  'webhooks list': `${frontdesk} webhooks list`,
  'webhooks add': `${frontdesk} webhooks add https://it.acme.com/hooks --events hire.added,hire.started`,
  'webhooks secret': `${frontdesk} webhooks secret wh_0123456789ab`,
  'webhooks remove': `${frontdesk} webhooks remove wh_0123456789ab`,
  'audit export': `${frontdesk} audit export --since 2026-01-01 --person jane@acme.com > audit.csv`,
  backup: `${frontdesk} backup backups/2026-01-31.db`,
  restore: `${frontdesk} restore backups/2026-01-31.db --replace`,
  'migrate-database': `${frontdesk} migrate-database --from sqlite:data/frontdesk.db --to postgres://frontdesk@db.acme.com/frontdesk`,
  sandbox: `${frontdesk} sandbox --port 3600 --request-url http://127.0.0.1:3000/slack/events`,
  'service start': `${frontdesk} service start`,
  'service migrate': `${frontdesk} service migrate`,
  'service token create': `${frontdesk} service token create ines@acme.com`,
  'service token revoke': `${frontdesk} service token revoke ines@acme.com`,
  'service user add': `${frontdesk} service user add mia@acme.com --first Mia --last Lang --role other`,
  'service user remove': `${frontdesk} service user remove mia@acme.com`,
  'service user import': `${frontdesk} service user import people.csv --dry-run`,
  'service user list': `${frontdesk} service user list`,
  'service timeline': `${frontdesk} service timeline mia@acme.com --done 12 13`,
  'service sequence add': `${frontdesk} service sequence add --file sequences.yml`,
  'service sequence list': `${frontdesk} service sequence list`,
  'service sequence starters': `${frontdesk} service sequence starters --add first-week equipment`,
  'service sequence show': `${frontdesk} service sequence show 3`,
  'service sequence copy': `${frontdesk} service sequence copy 3 "First week, remote"`,
  'service sequence archive': `${frontdesk} service sequence archive 3`,
  'service seed-demo': `${frontdesk} service seed-demo`,
};

/** Adds the examples to `--help`: of each command its own, of a group all of them. */
export function addExamples(command: Command, words: readonly string[] = []): void {
  const path = words.join(' ');
  const own = Object.entries(examples).filter(([name]) => name === path || name.startsWith(`${path} `));
  if (own.length > 0) {
    const title = own.length === 1 ? 'Example' : 'Examples';
    command.addHelpText('after', `\n${title}:\n${own.map(([, example]) => `  ${example}`).join('\n')}`);
  }
  for (const one of command.commands) addExamples(one, [...words, one.name()]);
}
