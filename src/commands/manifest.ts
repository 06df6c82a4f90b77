import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError } from 'commander';
import { parseDocument } from 'yaml';
import type { CommandNames } from '../bot/feature.ts';
import { readCommandNames } from '../config/config.ts';
import { webAddress } from '../config/config-values.ts';
import type { Terminal } from './terminal.ts';

export function manifestCommand(terminal: Terminal): Command {
  return new Command('manifest')
    .description('print the manifest to create the Slack app from')
    .option(
      '--url <address>',
      'the public address of Frontdesk, for HTTP mode; without it Socket Mode',
      publicAddress,
    )
    .action(({ url }: { url?: string }) => {
      const { env, readFile } = terminal;
      const template = readFile(fileURLToPath(new URL('../../manifest.yml', import.meta.url)));
      terminal.print(manifestFor(template, readCommandNames(env, readFile), url).trimEnd());
    });
}

/** Slack refuses a manifest with another address, and one of this machine or network never reaches Frontdesk. */
function publicAddress(text: string): string {
  const { data: url } = webAddress.safeParse(text);
  const host = url?.startsWith('https://') ? new URL(url).hostname : 'localhost';
  if (url !== undefined && !/^(?:.*\.)?localhost$|^\[|^[\d.]+$/.test(host)) return url;
  throw new InvalidArgumentError(
    'Use a public host name with https, such as https://frontdesk.acme.com. Slack refuses http, localhost and IP addresses.',
  );
}

/** `url` is the public base address; undefined for Socket Mode. */
function manifestFor(template: string, names: CommandNames, url: string | undefined): string {
  const manifest = parseDocument(template);
  const commands = ['newhire', 'offboard', 'frontdesk'] as const;
  for (const [index, name] of commands.entries())
    manifest.setIn(['features', 'slash_commands', index, 'command'], names[name]);
  if (url === undefined) return manifest.toString();

  const requests = `${url}/slack/events`;
  for (const index of commands.keys()) manifest.setIn(['features', 'slash_commands', index, 'url'], requests);
  manifest.setIn(['settings', 'socket_mode_enabled'], false);
  manifest.setIn(['settings', 'event_subscriptions', 'request_url'], requests);
  manifest.setIn(['settings', 'interactivity', 'request_url'], requests);
  manifest.setIn(['settings', 'interactivity', 'message_menu_options_url'], requests);
  return manifest.toString();
}
