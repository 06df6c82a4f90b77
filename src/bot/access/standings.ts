import { isFullMember, type SlackPerson } from '../slack/people/people.ts';
import { slackCode } from '../slack/posting/slack-failure.ts';

/** Standing of an id in an access list. `unsure`: Slack gave no answer. */
export type Standing = 'known' | 'unknown' | 'outsider' | 'empty' | 'unsure';

interface AskSlack {
  person(id: string): Promise<SlackPerson>;
  /** All user groups; without `users`, none counts as empty. */
  groups(): Promise<readonly { id: string; users?: readonly string[] | undefined }[]>;
  teamId: string;
}

/** Ids to look up at once: Slack allows some hundred calls a minute (Tier 4). */
const atOnce = 5;

/** Finds out what people and user groups Slack knows by these ids. Never throws. */
export async function standingsOf(ids: readonly string[], ask: AskSlack): Promise<Map<string, Standing>> {
  const standings = new Map<string, Standing>(ids.map((id) => [id, 'unsure']));
  const people = ids.filter((id) => !id.startsWith('S')).values();
  async function lookUpNext(): Promise<void> {
    for (const id of people) standings.set(id, await ofPerson(id, ask));
  }
  await Promise.all(Array.from({ length: atOnce }, lookUpNext));
  const named = ids.filter((id) => id.startsWith('S'));
  const groups = named.length > 0 ? await ask.groups().catch(() => undefined) : [];
  for (const id of groups ? named : []) {
    const group = groups?.find((one) => one.id === id);
    const known = group?.users?.length === 0 ? 'empty' : 'known';
    standings.set(id, group ? known : 'unknown');
  }
  return standings;
}

async function ofPerson(id: string, { person, teamId }: AskSlack): Promise<Standing> {
  try {
    return isFullMember(await person(id), teamId) ? 'known' : 'outsider';
  } catch (error) {
    return slackCode(error) === 'user_not_found' ? 'unknown' : 'unsure';
  }
}
