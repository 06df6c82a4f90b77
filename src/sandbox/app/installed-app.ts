import { secret } from '../ids.ts';
import { readManifest } from './manifest.ts';

/** The installed app: its manifest and what Slack gave it. */
export type InstalledApp = ReturnType<typeof installApp>;

/** Whether somebody who types "@name" means the app. */
export function isNamed({ name, botName }: InstalledApp, typed: string): boolean {
  return [botName, name].some((one) => one.toLowerCase().replace(/\s+/g, '') === typed.toLowerCase());
}

/** Installs the app that this manifest (YAML or JSON) describes. Throws an `Error` when it is none. */
export function installApp(manifest: string) {
  return {
    ...readManifest(manifest),
    id: 'A0SANDBOX',
    /** The workspace in which it is installed, as Slack's API names it. */
    team: { id: 'T0SANDBOX', name: 'Sandbox', domain: 'sandbox' },
    botId: 'B0SANDBOX',
    botUserId: 'U0SANDBOXBOT',
    botToken: `xoxb-sandbox-${secret()}`,
    appToken: `xapp-1-A0SANDBOX-${secret()}`,
    signingSecret: secret(),
    /** The deprecated token that payloads still carry. */
    verificationToken: secret(),
  };
}
