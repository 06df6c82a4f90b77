import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeEach } from 'vitest';
import type { Clock } from '../../../src/sandbox/clock.ts';
import type { SandboxOptions } from '../../../src/sandbox/sandbox.ts';
import { startDrivenSandbox } from '../../driver/sandbox.ts';
import { webApi } from './call.ts';
import { ScriptedApp } from './scripted-app.ts';

interface Alarm {
  at: number;
  run: () => void;
}

/** Clock that moves only through `advance`. */
class ManualClock implements Clock {
  #now: number;
  #alarms: Alarm[] = [];

  constructor(start: number = Date.UTC(2026, 10, 16, 9)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, run: () => void): () => void {
    const alarm = { at: this.#now + milliseconds, run };
    this.#alarms.push(alarm);
    return () => {
      this.#alarms = this.#alarms.filter((other) => other !== alarm);
    };
  }

  /** Advances the time and runs due timers in order. */
  advance(milliseconds: number): void {
    const until = this.#now + milliseconds;
    for (let next = this.#due(until); next; next = this.#due(until)) {
      this.#alarms = this.#alarms.filter((other) => other !== next);
      this.#now = next.at;
      next.run();
    }
    this.#now = until;
  }

  #due(until: number): Alarm | undefined {
    return this.#alarms.filter((alarm) => alarm.at <= until).sort((a, b) => a.at - b.at)[0];
  }
}

/** Manifest of an app with one of everything. */
export const manifest = `
display_information: { name: Bare }
features:
  app_home: { home_tab_enabled: true }
  bot_user: { display_name: Bare }
  shortcuts:
    - { name: Global, type: global, callback_id: global_shortcut, description: Opens the form }
    - { name: On message, type: message, callback_id: message_shortcut, description: Opens the form }
  slash_commands:
    - { command: /bare, description: Opens the form, should_escape: true }
    - { command: /raw, description: Says what it got }
oauth_config:
  scopes: { bot: [commands, chat:write, users:read, im:history, channels:history, channels:read] }
settings:
  event_subscriptions: { bot_events: [app_home_opened, message.im, message.channels, subteam_members_changed, subteam_updated, team_join, user_change ] }
  interactivity: { is_enabled: true }
`;

const person = (id: string, name: string, realName: string, timezone: string) => ({
  ...{ id, name, realName, timezone, email: `${name}@acme.com` },
});

export const sample = {
  port: 0,
  manifest,
  people: [
    { ...person('U1', 'alice', 'Alice Ames', 'Europe/Berlin'), isOwner: true },
    person('U2', 'bob', 'Bob Byrne', 'America/New_York'),
    { ...person('U3', 'gone', 'Gus Gone', 'UTC'), isDeleted: true },
  ],
  channels: [
    { id: 'C1', name: 'general', members: ['U1', 'U2'], hasApp: true },
    { id: 'C2', name: 'random', members: ['U1'] },
    { id: 'C3', name: 'secret', isPrivate: true, members: ['U1'] },
    { id: 'C4', name: 'old', isArchived: true, members: ['U1'], hasApp: true },
  ],
  userGroups: [{ id: 'S1', handle: 'hr', name: 'HR', users: ['U1'] }],
} satisfies SandboxOptions;

export function startSample(options: Partial<SandboxOptions> = {}) {
  return startDrivenSandbox({ ...sample, ...options });
}

/** View as answered by the Web API. */
export interface OpenedView {
  id: string;
  hash: string;
  blocks: { block_id: string }[];
}

/** View in an answer of the Web API. */
export const viewIn = (answer: object) => (answer as { view: OpenedView }).view;

/** One sandbox without an app behind it for all tests of a file, with its Web API and a manual clock. */
export async function emptyStage(options: Partial<SandboxOptions> = {}) {
  const clock = new ManualClock();
  const sandbox = await startSample({ clock, ...options });
  const [alice, bob] = [sandbox.person('U1'), sandbox.person('U2')];
  afterAll(() => sandbox.stop());
  beforeEach(() => sandbox.clearFaults());
  /** Result of what the app doesn't answer: lets Slack's three seconds pass. */
  async function unanswered<T>(work: Promise<T>): Promise<T> {
    await turn();
    clock.advance(3000);
    return work;
  }
  return { sandbox, clock, alice, bob, unanswered, ...webApi(sandbox) };
}

/** The same with a scripted app, which forgets its script before each test. */
export async function stage(options: Partial<SandboxOptions> = {}) {
  const set = await emptyStage(options);
  const { sandbox, alice, call } = set;
  const app = await ScriptedApp.start(sandbox);
  beforeEach(async () => {
    app.forget();
    await alice.closeAll();
  });
  afterAll(() => app.stop());
  /** Field of the newest payload of this name. */
  const lastOf = (name: string, field: string) => String(app.last(name).body[field]);
  async function trigger(person = alice): Promise<string> {
    await person.command('/bare');
    return lastOf('slash_commands', 'trigger_id');
  }
  /** Trigger of the button "Go" in Alice's top modal. */
  async function innerTrigger(): Promise<string> {
    await alice.press('Go');
    return lastOf('block_actions', 'trigger_id');
  }
  /** Opens a modal for Alice. */
  async function open(view: unknown): Promise<OpenedView> {
    return viewIn(await call('views.open', { trigger_id: await trigger(), view }));
  }
  /** Slack's sentences about a modal that is refused. */
  const complaintsAbout = async (view: unknown) =>
    set.complaints('views.open', { trigger_id: await trigger(), view });
  return { ...set, app, trigger, innerTrigger, open, complaintsAbout, lastOf };
}
