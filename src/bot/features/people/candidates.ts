import { ImportedPerson } from '../../../contract/additions/people.ts';
import { maxLength } from '../../../contract/new-hire.ts';
import type { SlackPerson } from '../../slack/people/people.ts';
import { cut } from '../../slack/views/blocks.ts';
import { serviceZone } from '../../zones.ts';
import { cleaned, namesOf } from './names.ts';

/** Why somebody is left out, in the order in which it is told. */
export const leftOutReasons = [
  'guest',
  'bot',
  'deactivated',
  'stranger',
  'noAddress',
  'oneName',
  'notTaken',
] as const;
export type LeftOut = (typeof leftOutReasons)[number];

/** Somebody whom the onboarding service can have, or why not. */
export type Candidate = { person: ImportedPerson } | { leftOut: LeftOut };

/** Makes people of the service from Slack's. @param zones the zones that the service takes */
export function createCandidates(teamId: string, zones: readonly string[]) {
  const known = new Map<string, string | undefined>();

  function zoneOf(name: string): string | undefined {
    if (!known.has(name)) known.set(name, serviceZone(name, zones));
    return known.get(name);
  }

  return (member: SlackPerson): Candidate => {
    const outside = outsideBecause(member, teamId);
    if (outside) return { leftOut: outside };
    if (member.email.trim() === '') return { leftOut: 'noAddress' };
    const names = namesOf(member);
    if (!names) return { leftOut: 'oneName' };
    const position = cut(cleaned(member.title), maxLength.position);
    const timezone = member.timezone === undefined ? undefined : zoneOf(member.timezone);
    // What Slack does not say is not said: it stays as it is in the service.
    const { data: person } = ImportedPerson.safeParse({
      ...names,
      email: member.email,
      ...(position && { position }),
      ...(timezone && { timezone }),
    });
    return person ? { person } : { leftOut: 'notTaken' };
  };
}

/** Who is no member of the workspace. */
export function outsideBecause(member: SlackPerson, teamId: string): LeftOut | undefined {
  if (member.isBot) return 'bot';
  if (member.isStranger || member.teamId !== teamId) return 'stranger';
  if (member.isDeleted) return 'deactivated';
  return member.isGuest ? 'guest' : undefined;
}
