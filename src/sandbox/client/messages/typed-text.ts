import { type InstalledApp, isNamed } from '../../app/installed-app.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/** Typed text as Slack stores it: `&`, `<` and `>` escaped; names, links and addresses marked up. */
export function storedText(
  { app, workspace }: { app: InstalledApp; workspace: Workspace },
  typed: string,
): string {
  const escaped = typed.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const called = escaped.replace(/(^|\s)@(channel|here|everyone)\b/g, '$1<!$2>');
  const text = withNames(workspace, linked(called), (id) => `<@${id}>`);
  return text.replace(/(^|\s)@([\w.-]+)/g, (whole, space: string, name: string) =>
    isNamed(app, name) ? `${space}<@${app.botUserId}>` : whole,
  );
}

/**
 * Command text for an app that asked for escaping: people and channels as ids, addresses and links in brackets
 * (docs.slack.dev/interactivity/implementing-slash-commands).
 */
export function escapedCommandText(workspace: Workspace, typed: string): string {
  return withNames(workspace, linked(typed), (id, name) => `<@${id}|${name}>`);
}

function linked(text: string): string {
  return text
    .replace(/(^|\s)([^\s@<>|]+@[^\s@<>|]+\.[a-z]{2,})(?=$|[\s,;.!?)])/gi, '$1<mailto:$2|$2>')
    .replace(/(^|\s)(https?:\/\/[^\s<>|]+)/gi, '$1<$2>');
}

function withNames(
  { people, channels }: Workspace,
  text: string,
  user: (id: string, name: string) => string,
): string {
  return text
    .replace(/(^|\s)@([\w.-]+)/g, (whole, space: string, name: string) => {
      const person = [...people.values()].find((one) => one.name === name);
      return person ? space + user(person.id, person.name) : whole;
    })
    .replace(/(^|\s)#([\w-]+)/g, (whole, space: string, name: string) => {
      const channel = [...channels.values()].find((one) => one.kind === 'public' && one.name === name);
      return channel ? `${space}<#${channel.id}|${channel.name}>` : whole;
    });
}
