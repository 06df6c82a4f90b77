import type { App } from '@slack/bolt';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Drafts } from './drafts.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { Directory } from './onboarding/directory.ts';
import type { Access } from './slack/access.ts';
import type { Only } from './slack/only.ts';
import type { SlackPeople } from './slack/people.ts';

/** The names of the slash commands, with their slash; others may own the usual ones. */
export interface CommandNames {
  newhire: string;
  offboard: string;
  frontdesk: string;
}

/** What an admin sets. */
export interface Settings {
  /** Channels told of created hires. */
  channels: readonly string[];
  /** The channel told of offboardings and troubles. */
  privateChannel: string | undefined;
  /** The organization's zone. */
  timezone: string;
  /** The address of a person's page in the onboarding service, with `{id}` in it, where it is known. */
  profileUrl: string | undefined;
}

/** What a feature is handed. */
export interface FeatureDeps {
  app: App;
  only: Only;
  access: Access;
  people: SlackPeople;
  ledger: Ledger;
  directory: Directory;
  drafts: Drafts;
  commands: CommandNames;
  settings: () => Settings;
  clock: Clock;
  log: Log;
}

/** One thing that people can do. */
export interface Feature {
  name: string;
  /** Registers the listeners, each with `only` in front; does nothing else. */
  register(deps: FeatureDeps): void;
}
