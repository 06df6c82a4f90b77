import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { methodIn } from '../../src/bot/slack/web-client.ts';
import { remembered } from '../../src/time/clock.ts';
import { testClock } from '../clock.ts';
import { listening } from '../listening.ts';
import { sources, textOf } from '../source-files.ts';
import { runHere } from './program.ts';
import { inWhole, it } from './world.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const env = {
  SLACK_BOT_TOKEN: 'xoxb-1-a',
  SLACK_APP_TOKEN: 'xapp-1-a',
  ONBOARDING_URL: 'http://localhost:1',
};

async function scrape(url = ''): Promise<string> {
  const answer = await fetch(url);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('version=0.0.4'),
  ]);
  return answer.text();
}

/** Metric names usable in a query, including the three of each histogram. */
function namesIn(text: string): Set<string> {
  const declared = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  const ofHistogram = ['_bucket', '_count', '_sum'];
  return new Set(
    declared.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ofHistogram.map((end) => `${name}${end}`) : [name],
    ),
  );
}

/** Metric names in a PromQL expression, without functions, keywords, labels and durations. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ')
    .replaceAll(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, ' ');
  return [...bare.matchAll(/[a-z_][a-z0-9_]*\b(?!\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !['by', 'or', 'and', 'unless'].includes(name));
}

it('answers, on an address of its own, what those ask who run it', async ({ open }) => {
  const office = await open({ env: { METRICS_PORT: '0' } });
  const { bot, service, clock, inDatabase } = office;
  await office.hire();
  await office.robin.command('/newhire');
  const version: unknown = JSON.parse(read('package.json')).version;
  const expected = [
    `frontdesk_build_info{version="${version}"} 1`,
    'frontdesk_slack_connected 1',
    'frontdesk_socket_connections_total 1',
    'frontdesk_scrape_failed 0',
    'frontdesk_reviews_waiting 0',
    'frontdesk_requests_open{kind="newhire",state="pending"} 0',
    'frontdesk_circuit_breaker_open{reason="token"} 0',
    'frontdesk_request_duration_seconds_count{kind="newhire",state="done"} 1',
    'frontdesk_delivery_duration_seconds_count{kind="newhire",result="ended"} 1',
    'frontdesk_api_request_duration_seconds_count{method="POST",endpoint="/api/users/"} 1',
    'frontdesk_slack_request_duration_seconds_count{method="views.open"} 1',
    'frontdesk_payload_duration_seconds_count{kind="command",outcome="handled"} 1',
    'frontdesk_payload_duration_seconds_count{kind="command",outcome="refused"} 1',
    'frontdesk_menu_duration_seconds_count{menu="newhire_manager"} 1',
  ];
  const missing = async () => {
    const scraped = await scrape(bot.metricsUrl);
    return expected.filter((line) => !scraped.includes(`${line}\n`));
  };
  await expect.poll(missing).toEqual([]);
  const scraped = await scrape(bot.metricsUrl);
  const unfit = /"other"|[Jj]ane|Doe\b|acme\.example|[UCD]0[A-Z]|xoxb/;
  expect(scraped.split('\n').filter((line) => unfit.test(line))).toEqual([]);
  expect((await fetch(`${bot.url}/metrics`)).status).toBe(404);
  expect((await fetch(new URL('/healthz', bot.metricsUrl))).status).toBe(404);
  expect(new URL(bot.metricsUrl ?? '').hostname).toBe('127.0.0.1');

  const known = namesIn(scraped + (await scrape(`${service.url}/metrics`)));
  const rules = parse(read('src/telemetry/alerts.yml')).groups.flatMap(
    (group: { rules: unknown }) => group.rules,
  );
  const alerts = z
    .array(
      z.object({ expr: z.string(), annotations: z.object({ summary: z.string(), description: z.string() }) }),
    )
    .parse(rules);
  const dashboard = z
    .object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) })
    .parse(JSON.parse(read('src/telemetry/dashboard.json')));
  const shown = dashboard.panels.flatMap(({ targets }) => targets);
  const used = [...alerts, ...shown].flatMap(({ expr }) => metricsIn(expr));
  expect(alerts.length).toBeGreaterThan(10);
  expect(used.length).toBeGreaterThan(40);
  expect(used.filter((name) => !known.has(name))).toEqual([]);
  // A metric in no alert and no dashboard is not worth keeping.
  const own = [...scraped.matchAll(/^# TYPE (frontdesk_\w+)/gm)].map(([, name = '']) => name);
  expect(own.filter((name) => !used.some((one) => one.startsWith(name)))).toEqual([]);
  const page = read('docs/operate.md');
  expect(own.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  const explained = [...page.matchAll(/`(frontdesk_[a-z_]+)`/g)].map(([, name = '']) => name);
  expect(explained.filter((name) => !own.includes(name))).toEqual([]);

  const later = () => clock.moveBy(11_000);
  await service.operator.revokeTokens('ines.duarte@acme.example');
  office.sandbox.addFault({ target: 'chat.postMessage', kind: 'error', times: 1_000 });
  await office.ines.open('/newhire Jane Roe roe@acme.example 2999-01-01');
  await office.ines.submit();
  const unseen = async () => {
    later();
    const now = await scrape(bot.metricsUrl);
    return [
      /^frontdesk_circuit_breaker_open\{reason="token"\} 1$/m,
      /^frontdesk_requests_open\{kind="newhire",state="pending"\} 1$/m,
      /^frontdesk_requests_oldest_age_seconds\{kind="newhire",state="pending"\} [1-9]/m,
      /^frontdesk_outbox_messages\{waits_for="slack"\} [1-9]/m,
      /^frontdesk_outbox_oldest_age_seconds\{waits_for="slack"\} [1-9]/m,
      /^frontdesk_slack_errors_total\{method="chat.postMessage",error="status"\} [1-9]/m,
      /^frontdesk_api_errors_total\{method="\w+",endpoint="[^"]+",error="Refused"\} [1-9]/m,
    ].filter((line) => !line.test(now));
  };
  await expect.poll(unseen).toEqual([]);
  office.sandbox.clearFaults();

  await inDatabase((db) => sql`alter table circuit_breaker rename to away`.execute(db));
  expect(await scrape(bot.metricsUrl)).toContain('frontdesk_scrape_failed 0\n');
  later();
  const blind = await scrape(bot.metricsUrl);
  expect(blind).toContain('frontdesk_scrape_failed 1\n');
  expect(blind).not.toMatch(
    /^frontdesk_(requests_open|reviews_waiting|outbox_messages|circuit_breaker_open)\b/m,
  );
  expect(blind).toContain('frontdesk_slack_connected 1\n');
  await inDatabase((db) => sql`alter table away rename to circuit_breaker`.execute(db));
});

inWhole('reads at most every ten seconds, one reading at a time, and never waits long', async () => {
  const clock = testClock();
  const readings: PromiseWithResolvers<number>[] = [];
  const read = remembered(
    () => {
      const reading = Promise.withResolvers<number>();
      readings.push(reading);
      return reading.promise;
    },
    { clock, freshFor: 10_000, patience: 2_000, givenUpAfter: 60_000, onError: () => {} },
  );
  const later = (ms: number) => clock.moveBy(ms);
  const asked = Array.from({ length: 50 }, read);
  later(2_000);
  expect(new Set(await Promise.all(asked))).toEqual(new Set([undefined]));
  later(50_000);
  const still = read();
  later(2_000);
  expect([await still, readings.length]).toEqual([undefined, 1]);
  later(10_000);
  const anew = read();
  readings[1]?.resolve(7);
  expect([await anew, await read(), readings.length]).toEqual([7, 7, 2]);
  later(10_000);
  const failing = read();
  readings[2]?.reject(new Error('away'));
  expect([await failing, await read(), readings.length]).toEqual([undefined, undefined, 3]);
});

it('says what to do when the metrics cannot be served where they are wanted', async ({ cleanup }) => {
  const { port } = await listening(cleanup, createServer());
  const start = async (more: Record<string, string>) =>
    String((await runHere(['start'], { ...env, ...more })).failure);
  expect(await start({ METRICS_PORT: String(port) })).toContain(
    `Metrics can’t be served at 127.0.0.1:${port}: the port is in use. Stop the program that uses it, or set METRICS_PORT.`,
  );
  expect(await start({ METRICS_PORT: '0', METRICS_HOST: '192.0.2.1' })).toContain('EADDRNOTAVAIL');
  expect(await start({ METRICS_PORT: '3000' })).toContain('METRICS_PORT: 3000 is PORT too.');
});

it('knows every method of Slack’s that is called', () => {
  const called = sources
    .filter((path) => path.startsWith('src/bot/'))
    .flatMap((path) =>
      [...textOf(path).matchAll(/\bclient\.([a-z]+(?:\.[a-zA-Z]+)+)\(/g)].map(([, name = '']) => name),
    )
    .filter((name) => !name.startsWith('additional.'));
  expect(called.length).toBeGreaterThan(15);
  expect(called.filter((name) => methodIn(`https://slack.com/api/${name}`) !== name)).toEqual([]);
});
