import type { Clock } from './clock.ts';
import type { SandboxChannel } from './workspace/channels.ts';
import type { SandboxPerson, SandboxUserGroup } from './workspace/people.ts';

/** What a sandbox starts with. */
export interface SandboxOptions {
  /** 0 for any free one. */
  port: number;
  /** The app manifest, as YAML or JSON text. */
  manifest: string;
  people: SandboxPerson[];
  channels: SandboxChannel[];
  userGroups?: SandboxUserGroup[];
  /** HTTP mode: where everything is posted while no Socket Mode connection is open. */
  requestUrl?: string;
  /** Milliseconds since the epoch; the machine's time unless given. */
  now?: () => number;
  /** Time and timers; wins over `now`. */
  clock?: Clock;
}
