import { secret } from '../ids.ts';
import { readManifest } from './manifest.ts';

export type InstalledApp = ReturnType<typeof installApp>;

/** Whether a typed "@name" means the app. */
export function isNamed({ name, botName }: InstalledApp, typed: string): boolean {
  return [botName, name].some((one) => one.toLowerCase().replace(/\s+/g, '') === typed.toLowerCase());
}

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
 * Installs the app that a manifest (YAML or JSON) describes.
 * @param credentials new ones when omitted
 * @throws an `Error` when the manifest is invalid
 */
export function installApp(manifest: string, credentials: Credentials = newCredentials()) {
  return {
    ...readManifest(manifest),
    id: 'A0SANDBOX',
    team: { id: 'T0SANDBOX', name: 'Sandbox', domain: 'sandbox' },
    botId: 'B0SANDBOX',
    botUserId: 'U0SANDBOXBOT',
    ...credentials,
    /** The deprecated token that payloads still carry. */
    verificationToken: secret(),
  };
}
