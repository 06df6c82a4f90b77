import type { Found, SetupFacts, SetupStep } from '../../health/setup-step.ts';
import { isGroup, isPerson } from '../../slack/ids.ts';
import { connectionVariables } from '../../storage/connection.ts';
import { type FixableName, variableOf } from '../../storage/settings.ts';
import { connectionPage } from './connection.ts';
import { pages } from './pages.ts';
import { say } from './setup-messages.ts';

function given({ isFixed }: SetupFacts, names: readonly FixableName[]): string[] {
  return names.filter((name) => isFixed(name)).map(variableOf);
}

function countedIn(ids: readonly string[]) {
  return { people: ids.filter(isPerson).length, groups: ids.filter(isGroup).length };
}

/** Setup step for the access lists. While they are empty, only the workspace's owners and admins have access. */
export const accessStep: SetupStep = {
  name: 'access',
  title: () => say().access.title,
  look(facts): Found {
    const { missing, noHr, unreadable, done } = say().access;
    const { hr, managers } = facts.settings;
    const buttons = [pages.access.button({}, { text: say().chooseAccess })];
    if (facts.unreadable.includes('hr')) return { state: 'missing', text: unreadable, buttons };
    if (hr.length === 0) return { state: 'missing', text: managers.length > 0 ? noHr : missing, buttons };
    const fixed = given(facts, ['hr', 'managers']);
    return { state: 'done', text: done(countedIn(hr), countedIn(managers), fixed) };
  },
  atTerminal: (_facts) => say().access.atTerminal,
};

export const serviceStep: SetupStep = {
  name: 'service',
  title: () => say().service.title,
  look: (facts) => ({
    ...serviceFound(facts),
    buttons: connectButtons(facts.service),
  }),
  atTerminal({ service }) {
    const { start, atTerminal } = say().service;
    return service.isOwn && service.trouble ? start : atTerminal;
  },
};

function serviceFound({ service, counted }: SetupFacts): Found {
  const { missing, noToken, own, other } = say().service;
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
function connectButtons({ url, isOwn, tokenIsFixed, trouble }: SetupFacts['service']) {
  const { connect, another } = say().service;
  if (tokenIsFixed) return [];
  if (url !== undefined && isOwn) return [connectionPage.button({}, { text: another })];
  return url === undefined || trouble ? [connectionPage.button({}, { text: connect })] : [];
}

export const channelsStep: SetupStep = {
  name: 'channels',
  title: () => say().channels.title,
  look(facts): Found {
    const { none, noHires, noPrivate, done, choose } = say().channels;
    const { channels, privateChannel } = facts.settings;
    const [count, hasPrivate] = [channels.length, privateChannel !== undefined];
    if (count > 0 && hasPrivate)
      return { state: 'done', text: done(count, given(facts, ['channels', 'privateChannel'])) };
    const buttons = [pages.channels.button({}, { text: choose })];
    if (count > 0) return { state: 'missing', text: noPrivate(count), buttons };
    return { state: 'missing', text: hasPrivate ? noHires : none, buttons };
  },
  atTerminal: (_facts) => say().channels.atTerminal,
};
