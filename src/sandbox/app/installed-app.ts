import { secret } from '../ids.ts';
import { readManifest } from './manifest.ts';

/** The installed app: its manifest and what Slack gave it. */
export type InstalledApp = ReturnType<typeof installApp>;

/** Whether somebody who types "@name" means the app. */
export function isNamed({ name, botName }: InstalledApp, typed: string): boolean {
  return [botName, name].some((one) => one.toLowerCase().replace(/\s+/g, '') === typed.toLowerCase());
}

/** What the app proves itself to Slack with, and Slack itself to the app. */
export interface Credentials {
  botToken: string;
  appToken: string;
  signingSecret: string;
}

function newCredentials(): Credentials {
  return {
    botToken: `xoxb-sandbox-${secret()}`,
    appToken: `xapp-1-A0SANDBOX-${secret()}`,
    signingSecret: secret(),
  };
}

/**
 * Installs the app that this manifest (YAML or JSON) describes. Throws an `Error` when it is none.
 * @param credentials new ones unless given
 */
export function installApp(manifest: string, credentials: Credentials = newCredentials()) {
  return {
    ...readManifest(manifest),
    id: 'A0SANDBOX',
    /** The workspace in which it is installed, as Slack's API names it. */
    team: { id: 'T0SANDBOX', name: 'Sandbox', domain: 'sandbox' },
    botId: 'B0SANDBOX',
    botUserId: 'U0SANDBOXBOT',
    ...credentials,
    /** The deprecated token that payloads still carry. */
    verificationToken: secret(),
  };
}
