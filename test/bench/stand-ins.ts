import { join } from 'node:path';
import { type Cleanup, serverThat } from '../journeys/office.ts';
import { startChild } from '../service/child.ts';

export const hr = 'U0HR';
export const team = 'T0BENCH';

/** Baseline of the bot: its program, without flags. */
export const bareBot: [program: string, flags: string[]] = [
  join(import.meta.dirname, 'bare-bot-process.ts'),
  [],
];

/** Fake Slack that accepts everything at once, so that only the app is measured. */
export async function startAgreeingSlack(cleanup: Cleanup) {
  const expected = new Map<string, (at: number) => void>();
  let triggers = 0;
  const person = {
    id: hr,
    team_id: team,
    name: 'hr',
    real_name: 'HR',
    tz: 'UTC',
    profile: { email: 'hr@x.io' },
  };
  const url = await serverThat(cleanup, (request, response) => {
    const at = performance.now();
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.once('end', () => {
      if (request.url?.endsWith('/views.open')) opened(Buffer.concat(chunks).toString(), at);
      const about = { bot_id: 'B1', user_id: 'U0BOT', team_id: team, url: 'https://x.slack.com/', bot: {} };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ ok: true, ...about, user: person, view: { id: 'V1' } }));
    });
  });

  function opened(body: string, at: number): void {
    const [trigger = ''] = /trigger-\d+/.exec(body) ?? [];
    expected.get(trigger)?.(at);
    expected.delete(trigger);
  }

  return {
    url: `${url}/api/`,
    /** Trigger for a form; `opened` resolves with the moment at which it opens. */
    expectForm() {
      triggers += 1;
      const trigger = `trigger-${triggers}`;
      const { promise, resolve } = Promise.withResolvers<number>();
      expected.set(trigger, resolve);
      return { trigger, opened: promise };
    },
  };
}

export async function startCompany(cleanup: Cleanup, count: number) {
  const people = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    first_name: 'Maximiliane',
    last_name: `Featherstonehaugh ${index}`,
    email: `maximiliane.${index}@acme.example`,
  }));
  const answers: Record<string, string> = {
    '/api/employees/': JSON.stringify(people),
    '/api/sequences/': JSON.stringify([{ id: 1, name: 'Everybody', kind: 'onboarding' }]),
    '/api/users/': JSON.stringify({ actions: { POST: {} } }),
  };
  const url = await serverThat(cleanup, (request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(answers[request.url ?? ''] ?? '{}');
  });
  return {
    url,
    marry(): void {
      const somebody = people[Math.floor(count / 2)];
      if (somebody) somebody.last_name += ' Smith';
      answers['/api/employees/'] = JSON.stringify(people);
    },
  };
}

/**
 * Onboarding API in its own process that accepts everything.
 * @param takes milliseconds per POST, at once by default; `asked` the same per GET
 * @param bytes size of a list, empty by default
 * @param people number of employees
 */
export async function startInstantApi(
  cleanup: Cleanup,
  { takes = 0, bytes = 0, asked = 0, people = 0 } = {},
): Promise<{ url: string; token: string }> {
  const { url, stop } = await startChild(
    '../bench/instant-api-process.ts',
    ...[takes, bytes, asked, people].map(String),
  );
  cleanup.later(stop);
  return { url, token: 'b'.repeat(40) };
}
