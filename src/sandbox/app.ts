import { parse } from 'yaml';
import { z } from 'zod';
import { secret } from './ids.ts';

const SlashCommand = z.object({
  command: z.string().regex(/^\/\S+$/),
  description: z.string(),
  usage_hint: z.string().default(''),
  should_escape: z.boolean().default(false),
});

const Shortcut = z.object({
  name: z.string().max(24),
  type: z.enum(['global', 'message']),
  callback_id: z.string().max(255),
  description: z.string().max(150).default(''),
});

/** Parts of an app manifest that the sandbox uses: docs.slack.dev/reference/app-manifest. */
const Manifest = z.object({
  display_information: z.object({ name: z.string().max(35), description: z.string().default('') }),
  features: z
    .object({
      app_home: z
        .object({
          home_tab_enabled: z.boolean().default(false),
          messages_tab_enabled: z.boolean().default(true),
          messages_tab_read_only_enabled: z.boolean().default(false),
        })
        .prefault({}),
      bot_user: z.object({ display_name: z.string().max(80) }).optional(),
      shortcuts: z.array(Shortcut).max(10).default([]),
      slash_commands: z.array(SlashCommand).max(50).default([]),
    })
    .prefault({}),
  oauth_config: z
    .object({
      scopes: z
        .object({ bot: z.array(z.string()).default([]), bot_optional: z.array(z.string()).default([]) })
        .prefault({}),
    })
    .prefault({}),
  settings: z
    .object({
      event_subscriptions: z.object({ bot_events: z.array(z.string()).default([]) }).prefault({}),
      interactivity: z.object({ is_enabled: z.boolean() }).default({ is_enabled: false }),
    })
    .prefault({}),
});

/** Throws an `Error` that says what is wrong and where. */
function readManifest(text: string) {
  const read = Manifest.safeParse(parse(text));
  if (!read.success) throw new Error(`This isn’t a valid app manifest:\n${z.prettifyError(read.error)}`);
  const { display_information: shown, features, oauth_config: oauth, settings } = read.data;
  return {
    name: shown.name,
    botName: features.bot_user?.display_name ?? shown.name,
    description: shown.description,
    hasHome: features.app_home.home_tab_enabled,
    hasMessagesInput:
      features.app_home.messages_tab_enabled && !features.app_home.messages_tab_read_only_enabled,
    isInteractive: settings.interactivity.is_enabled,
    commands: features.slash_commands,
    shortcuts: features.shortcuts,
    scopes: new Set([...oauth.scopes.bot, ...oauth.scopes.bot_optional]),
    events: new Set(settings.event_subscriptions.bot_events),
  };
}

export type InstalledApp = ReturnType<typeof installApp>;

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

/** Throws an `Error` when the manifest is invalid. */
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
