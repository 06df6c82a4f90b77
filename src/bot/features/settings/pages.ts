import type { WebClient } from '@slack/web-api';
import { type Clock, within } from '../../../time/clock.ts';
import type { Bot } from '../../bot.ts';
import { filled } from '../../plan/plan.ts';
import type { By } from '../../slack/button.ts';
import { askChannel, confidentialTrouble } from '../../slack/posting/channels.ts';
import { escapeMrkdwn } from '../../slack/views/blocks.ts';
import { slackCode } from '../../slack/web-client.ts';
import { type Approvals, type Settings, type Texts, textNames } from '../../storage/settings.ts';
import { say as sayFields } from './field-messages.ts';
import { say } from './messages.ts';
import { settingsPage } from './page.ts';
import { channelsIn } from './values.ts';

/** How long to wait for Slack's channel info, in milliseconds: a form must be answered within three seconds. */
const patience = 2_000;

interface Looking {
  client: WebClient;
  clock: Clock;
  mustBePrivate: boolean;
}

async function mistakeIn(ids: readonly string[], looking: Looking): Promise<string | undefined> {
  const { clock } = looking;
  const mistakes = await within(clock, patience, Promise.all(ids.map((id) => mistakeOf(id, looking))));
  return mistakes ? mistakes.find((mistake) => mistake !== undefined) : say().channels.unknown;
}

async function mistakeOf(id: string, { client, mustBePrivate }: Looking): Promise<string | undefined> {
  const { archived, isPublic, isShared, unseen, unknown } = say().channels;
  try {
    const channel = await askChannel(client, id);
    const { name, is_archived, is_private, is_member } = channel;
    if (is_archived) return archived(`#${name}`);
    const trouble = mustBePrivate ? confidentialTrouble(channel) : undefined;
    if (trouble === 'channel_is_public') return isPublic(`#${name}`);
    if (trouble === 'channel_is_shared') return isShared(`#${name}`);
    // Frontdesk may post in public channels without being a member.
    return is_private && !is_member ? unseen : undefined;
  } catch (error) {
    return slackCode(error) === 'channel_not_found' ? unseen : unknown;
  }
}

/** Refuses lists that leave only managers, or that take the person's own access. */
const access = settingsPage('access', {
  names: ['hr', 'hrGroups', 'managers', 'managerGroups'],
  intro: () => say().access.intro,
  async check({ hr, managers }, { viewer, access }) {
    const { nobody, yourself } = say().access;
    if (hr.length === 0) return { hr: managers.length > 0 ? nobody : undefined };
    return { hr: (await access.isIn(hr, viewer.userId)) ? undefined : yourself };
  },
});

/** Frontdesk must be able to post in each channel, and HR's must be private. */
const channels = settingsPage('channels', {
  names: ['channels', 'privateChannel'],
  async check({ channels, privateChannel }, by) {
    const [hires, confidential] = await Promise.all([
      mistakeIn(channels, { ...by, mustBePrivate: false }),
      mistakeIn(privateChannel === undefined ? [] : [privateChannel], { ...by, mustBePrivate: true }),
    ]);
    return { channels: hires, privateChannel: confidential };
  },
  preview: {
    when: 'chosen',
    lines: ({ channels, privateChannel }) => [
      say().channels.effects.hires(channels.length),
      say().channels.effects.confidential(privateChannel && channelsIn([privateChannel])),
    ],
  },
});

const organization = settingsPage('organization', {
  names: ['timezone', 'profileUrl'],
});

const reminders = settingsPage('reminders', {
  names: [
    'wanted',
    'weeklyChannels',
    'calendar',
    'addedElsewhere',
    'daysBefore',
    'hour',
    'opens',
    'closes',
    'workdays',
    'holidays',
  ],
  check: async ({ reminders: { weeklyChannels } }, by) => ({
    weeklyChannels: await mistakeIn(weeklyChannels, { ...by, mustBePrivate: false }),
  }),
});

const mostDeputies = 20;

/** Whether HR has to approve offboardings, when requests expire, and who decides instead of HR. */
const approval = settingsPage('approval', {
  names: ['offboardingApproval', 'lapseDays', 'deputies', 'from', 'until'],
  check: async ({ approvals }, by) => ({ deputies: await wrongDeputies(approvals, by) }),
});

async function wrongDeputies({ deputies }: Approvals, { access, identity }: By<Bot>) {
  const { tooMany, noAccess, unknown } = sayFields().fields.deputies;
  if (deputies.length > mostDeputies) return tooMany(mostDeputies);
  const teamId = identity()?.teamId ?? '';
  const found = await Promise.all(deputies.map((id) => access.whoIs(id, teamId))).catch(() => undefined);
  if (found === undefined) return unknown;
  return found.every(({ role }) => role === 'hr' || role === 'manager') ? undefined : noAccess;
}

const texts = settingsPage('texts', {
  names: textNames,
  intro: () => say().texts.intro(sayFields().placeholders()),
  preview: { when: 'pressed', lines: ({ texts }: Settings) => previewOf(texts).map(escapeMrkdwn) },
});

function previewOf(texts: Texts): string[] {
  const { sample, withEverything, withLittle, ownWords } = say().texts;
  const { name, 'first name': first } = sample;
  return textNames.flatMap((one) => {
    const text = texts[one];
    if (text === undefined) return [];
    const all = withEverything(filled(text, sample) ?? ownWords);
    const little = withLittle(filled(text, { name, 'first name': first }) ?? ownWords);
    return [[sayFields().fields[one].label, all, little].join('\n')];
  });
}

/** The pages that only store settings, in the order of their buttons. */
export const pages = { access, channels, organization, reminders, approval, texts };
