import { ImportedPerson } from '../../../contract/additions/people.ts';
import { maxLength } from '../../../contract/new-hire.ts';
import type { SlackPerson } from '../../slack/people/people.ts';
import { cut } from '../../slack/views/blocks.ts';
import { serviceZone } from '../../zones.ts';
import { cleaned, namesOf } from './names.ts';

/** Reasons for leaving a person out, in display order. */
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

/** A person for the onboarding service, or the reason for leaving them out. */
export type Candidate = { person: ImportedPerson } | { leftOut: LeftOut };

/** Converts Slack members to the service's people. @param zones time zones that the service accepts */
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
    // Leave out fields that are empty in Slack, so that the service keeps its own values.
    const { data: person } = ImportedPerson.safeParse({
      ...names,
      email: member.email,
      ...(position && { position }),
      ...(timezone && { timezone }),
    });
    return person ? { person } : { leftOut: 'notTaken' };
  };
}

/** Reason why a Slack user isn't a member of the workspace; undefined for members. */
export function outsideBecause(member: SlackPerson, teamId: string): LeftOut | undefined {
  if (member.isBot) return 'bot';
  if (member.isStranger || member.teamId !== teamId) return 'stranger';
  if (member.isDeleted) return 'deactivated';
  return member.isGuest ? 'guest' : undefined;
}
