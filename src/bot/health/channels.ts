import { askChannel, confidentialTrouble } from '../slack/posting/channels.ts';
import { slackCode } from '../slack/web-client.ts';
import { type Check, type Found, failure, type Outside, ok, warning } from './check.ts';
import { type AskSlack, troubleReaching } from './slack.ts';
import { say } from './slack-messages.ts';

type ChannelFacts = Awaited<ReturnType<typeof askChannel>>;

/** Same codes as for failed messages: see `channelAdvice`. */
const codes = {
  notIn: 'not_in_channel',
  archived: 'is_archived',
  isPublic: 'channel_is_public',
  isShared: 'channel_is_shared',
} as const;
type Trouble = keyof typeof codes;

const variables = { hires: 'FRONTDESK_CHANNELS', confidential: 'FRONTDESK_PRIVATE_CHANNEL' } as const;

export function channelChecks(slack: AskSlack, outside: Outside): Check[] {
  const { channels, reminders } = outside.settings;
  const ids = [...new Set([...channels, ...reminders.weeklyChannels])];
  const needs = ['slack-token', ...outside.needsFor('channels')];
  const each = ids.map((id) => ({
    name: `channel ${id}`,
    title: () => say().channels.title(id),
    needs,
    look: () => lookAt(id, slack),
  }));
  return [...(ids.length > 0 ? each : [noneCheck(outside)]), privateCheck(slack, outside)];
}

function noneCheck({ unreadable, needsFor }: Outside): Check {
  const isUnreadable = unreadable.includes('channels') || unreadable.includes('privateChannel');
  return {
    name: 'channels',
    title: () => say().channels.noneTitle,
    needs: needsFor('channels'),
    variables: [variables.hires],
    look: () => (isUnreadable ? failure(() => say().channels.unreadable) : ok(() => say().channels.none)),
  };
}

function privateCheck(slack: AskSlack, { settings: { privateChannel: id }, needsFor }: Outside): Check {
  return {
    name: 'private-channel',
    title: () => say().channels.privateTitle,
    needs: [...(id === undefined ? [] : ['slack-token']), ...needsFor('privateChannel')],
    variables: [variables.confidential],
    look: () => (id === undefined ? ok(() => say().channels.noPrivate) : lookAtPrivate(id, slack)),
  };
}

async function lookAt(id: string, slack: AskSlack): Promise<Found> {
  const facts = await factsOf(id, slack, 'hires');
  if ('state' in facts) return facts;
  const { scopes } = (await slack.identity()).response_metadata;
  const mayEnter = !facts.is_private && scopes?.includes('chat:write.public') !== false;
  if (facts.is_archived) return troubled('archived', id, facts, 'hires');
  if (!facts.is_member && !mayEnter) return troubled('notIn', id, facts, 'hires');
  const isShared = confidentialTrouble({ ...facts, is_private: true }) !== undefined;
  const name = nameOf(id, facts);
  return isShared
    ? warning(() => say().channels.hiresShared(name, variables.hires))
    : ok(() => say().channels.fine(name));
}

async function lookAtPrivate(id: string, slack: AskSlack): Promise<Found> {
  const facts = await factsOf(id, slack, 'confidential');
  if ('state' in facts) return facts;
  const trouble = confidentialTrouble(facts);
  if (facts.is_archived) return troubled('archived', id, facts, 'confidential');
  if (trouble === 'channel_is_public') return troubled('isPublic', id, facts, 'confidential');
  if (trouble === 'channel_is_shared') return troubled('isShared', id, facts, 'confidential');
  if (!facts.is_member) return troubled('notIn', id, facts, 'confidential');
  return ok(() => say().channels.privateFine(nameOf(id, facts)));
}

async function factsOf(
  id: string,
  { client }: AskSlack,
  use: keyof typeof variables,
): Promise<ChannelFacts | Found> {
  try {
    return await askChannel(client, id);
  } catch (error) {
    const code = slackCode(error);
    if (code === 'channel_not_found') {
      const found = failure(() => say().channels.notThere(id, variables[use]), id);
      return { ...found, channel: { id, code } };
    }
    if (code === undefined) return troubleReaching(error);
    return warning(() => say().channels.unsure(id, code));
  }
}

function troubled(trouble: Trouble, id: string, facts: ChannelFacts, use: keyof typeof variables): Found {
  const name = nameOf(id, facts);
  const found = failure(() => say().channels[trouble](name, variables[use]), `${id} ${trouble}`);
  return { ...found, channel: { id, code: codes[trouble] } };
}

/** The name of a private channel may reveal its purpose. */
function nameOf(id: string, { name, is_private }: ChannelFacts): string {
  return is_private || name === '' ? id : `#${name} (${id})`;
}
