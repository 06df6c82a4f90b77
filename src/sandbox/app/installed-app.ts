import { secret } from '../ids.ts';
import { type AppDescription, readManifest } from './manifest.ts';

/** The workspace in which the app is installed, as Slack's API names it. */
interface Team {
  id: string;
  name: string;
  domain: string;
}

/** The installed app: its manifest and what Slack gave it. */
export interface InstalledApp extends AppDescription {
  id: string;
  team: Team;
  botId: string;
  botUserId: string;
  botToken: string;
  appToken: string;
  signingSecret: string;
  /** The deprecated verification token that payloads still carry. */
  verificationToken: string;
}

/** Whether somebody who types "@name" means the app. */
export function isNamed({ name, botName }: InstalledApp, typed: string): boolean {
  return [botName, name].some((one) => one.toLowerCase().replace(/\s+/g, '') === typed.toLowerCase());
}

/** Installs the app that this manifest (YAML or JSON) describes. Throws an `Error` when it is none. */
export function installApp(manifest: string): InstalledApp {
  return {
    ...readManifest(manifest),
    id: 'A0SANDBOX',
    team: { id: 'T0SANDBOX', name: 'Sandbox', domain: 'sandbox' },
    botId: 'B0SANDBOX',
    botUserId: 'U0SANDBOXBOT',
    botToken: `xoxb-sandbox-${secret()}`,
    appToken: `xapp-1-A0SANDBOX-${secret()}`,
    signingSecret: secret(),
    verificationToken: secret(),
  };
}
