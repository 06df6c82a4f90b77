import type { App } from '@slack/bolt';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Drafts } from './drafts.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { Directory } from './onboarding/directory.ts';
import type { Settings, SettingsStore } from './settings.ts';
import type { Access } from './slack/access.ts';
import type { SlackGroups } from './slack/groups.ts';
import type { Only } from './slack/only.ts';
import type { SlackPeople } from './slack/people.ts';

export type { Settings } from './settings.ts';

/** The names of the slash commands, with their slash; others may own the usual ones. */
export interface CommandNames {
  newhire: string;
  offboard: string;
  frontdesk: string;
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
  settingsStore: SettingsStore;
  groups: SlackGroups;
  clock: Clock;
  log: Log;
}

/** One thing that people can do. */
export interface Feature {
  name: string;
  /** Registers the listeners, each with `only` in front; does nothing else. */
  register(deps: FeatureDeps): void;
}
