import type { Button } from '@slack/types';
import type { Language } from '../../../../language.ts';
import type { Found, SetupFacts, SetupStep } from '../../../setup/step.ts';
import { plain } from '../../../slack/views/blocks.ts';
import type { FixableName } from '../../../storage/settings.ts';
import { connectionVariables, variables } from '../fixed.ts';
import { type FormName, opens } from '../ids.ts';
import { words } from '../words.ts';

function button(form: FormName, text: string): Button {
  return { type: 'button', action_id: opens(form), text: plain(text) };
}

function given({ isFixed }: SetupFacts, names: readonly FixableName[]): string[] {
  return names.filter((name) => isFixed(name)).map((name) => variables[name]);
}

/** Counts people and groups; malformed ids don't count. */
function countedIn(ids: readonly string[]) {
  const people = ids.filter((id) => /^[UW]/.test(id)).length;
  return { people, groups: ids.filter((id) => id.startsWith('S')).length };
}

/** Setup step for the access lists. While they are empty, only the workspace's owners and admins have access. */
export const accessStep: SetupStep = {
  name: 'access',
  title: (language) => words[language].setup.access.title,
  look(facts, language): Found {
    const { missing, noHr, unreadable, done } = words[language].setup.access;
    const { hr, managers } = facts.settings;
    const buttons = [button('access', words[language].setup.chooseAccess)];
    if (facts.unreadable.includes('hr')) return { state: 'missing', text: unreadable, buttons };
    if (hr.length === 0) return { state: 'missing', text: managers.length > 0 ? noHr : missing, buttons };
    const fixed = given(facts, ['hr', 'managers']);
    return { state: 'done', text: done(countedIn(hr), countedIn(managers), fixed) };
  },
  atTerminal: (_facts, language) => words[language].setup.access.atTerminal,
};

/** Setup step for the onboarding service: the company's own, or the built-in one, which needs no setup. */
export const serviceStep: SetupStep = {
  name: 'service',
  title: (language) => words[language].setup.service.title,
  look: (facts, language) => ({
    ...serviceFound(facts, language),
    buttons: connectButtons(facts.service, language),
  }),
  atTerminal({ service }, language) {
    const { start, atTerminal } = words[language].setup.service;
    return service.isOwn && service.trouble ? start : atTerminal;
  },
};

function serviceFound({ service, counted }: SetupFacts, language: Language): Found {
  const { missing, noToken, own, other } = words[language].setup.service;
  const { url, isOwn, urlIsFixed, trouble } = service;
  if (url === undefined && trouble) return { state: 'missing', text: trouble.sentence };
  if (url === undefined) return { state: 'missing', text: urlIsFixed ? noToken : missing };
  // Outages of a connection that worked before are shown elsewhere.
  if (trouble) return { state: trouble.passes || counted ? 'unknown' : 'missing', text: trouble.sentence };
  return { state: 'done', text: isOwn ? own : other(url, givenOfConnection(service)) };
}

function givenOfConnection({ urlIsFixed, tokenIsFixed }: SetupFacts['service']): string[] {
  const { url, token } = connectionVariables;
  return [...(urlIsFixed ? [url] : []), ...(tokenIsFixed ? [token] : [])];
}

/** No button for a token from the environment, or for a company's own service that works. */
function connectButtons({ url, isOwn, tokenIsFixed, trouble }: SetupFacts['service'], language: Language) {
  const { connect, another } = words[language].setup.service;
  if (tokenIsFixed) return [];
  if (url !== undefined && isOwn) return [button('connection', another)];
  return url === undefined || trouble ? [button('connection', connect)] : [];
}

/** Setup step for the channels: announcements of new hires, and HR's private channel. */
export const channelsStep: SetupStep = {
  name: 'channels',
  title: (language) => words[language].setup.channels.title,
  look(facts, language): Found {
    const { none, noHires, noPrivate, done, choose } = words[language].setup.channels;
    const { channels, privateChannel } = facts.settings;
    const [count, hasPrivate] = [channels.length, privateChannel !== undefined];
    if (count > 0 && hasPrivate)
      return { state: 'done', text: done(count, given(facts, ['channels', 'privateChannel'])) };
    const buttons = [button('channels', choose)];
    if (count > 0) return { state: 'missing', text: noPrivate(count), buttons };
    return { state: 'missing', text: hasPrivate ? noHires : none, buttons };
  },
  atTerminal: (_facts, language) => words[language].setup.channels.atTerminal,
};
