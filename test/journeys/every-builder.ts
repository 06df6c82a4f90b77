import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';

const root = resolve(import.meta.dirname, '../../src/bot');

/**
 * What each function that builds a view or a message leaves in what Slack gets, so that the test can tell that it was
 * tried with the longest names. A function without a line here fails the test, and so does a line that was not seen.
 */
export const marks: Record<string, RegExp> = {
  'slack/incoming/answer.ts noticeView': /"No access"/,
  'features/home/view.ts homeView': /"Arrivals and departures"/,
  'features/home/view.ts closedHome': /"type":"home","blocks":\[\{"type":"section"/,
  'features/newhire/form/form.ts newHireForm': /"callback_id":"newhire"/,
  'features/newhire/open-modal.ts freshForm': /"callback_id":"newhire"/,
  'features/newhire/form/advice.ts withAdvice': /"block_id":"anyway:/,
  'features/newhire/drafts/draft-list.ts draftsList': /your 20 newest drafts\./,
  'features/newhire/result/result.ts doneView': /"New hire added"/,
  'features/newhire/result/result.ts pendingView': /hasn’t been added yet\./,
  'features/newhire/result/result.ts rejectedView': /"New hire not added"/,
  'features/newhire/result/result.ts doneMessage': /has been added\.","blocks"/,
  'features/newhire/result/result.ts rejectedMessage': /wasn’t added\.","blocks"/,
  'features/newhire/result/result.ts headline': /"text":"[^"]* joins on /,
  'features/newhire/result/result.ts companionMessage': /with you as manager\./,
  'features/newhire/result/result.ts roleMessage': /has been added with the role Administrator/,
  'features/newhire/result/result.ts unreachedMessage': /who has been added:/,
  'features/offboarding/on-field-change.ts withEarlier': /"block_id":"change:R-/,
  'features/offboarding/form.ts offboardingForm': /"callback_id":"offboard"/,
  'features/offboarding/result.ts doneView': /"Offboarding started"/,
  'features/offboarding/result.ts pendingView': /hasn’t started yet\./,
  'features/offboarding/result.ts rejectedView': /"Not started"/,
  'features/offboarding/result.ts doneMessage': /It can take a few minutes until everything shows/,
  'features/offboarding/result.ts privateMessage':
    /C0PEOPLEOPS.*The offboarding of|The offboarding of.*C0PEOPLEOPS/,
  'features/offboarding/result.ts rejectedMessage': /wasn’t started\.","blocks"/,
  'features/settings/access.ts accessForm': /"callback_id":"settings_access"/,
  'features/settings/channels.ts channelsForm': /"callback_id":"settings_channels"/,
  'features/settings/connection.ts connectionForm': /"callback_id":"settings_connection"/,
  'features/settings/form.ts settingsForm': /"callback_id":"settings_access"/,
  'features/settings/organization.ts organizationForm': /"callback_id":"settings_organization"/,
  'features/settings/sequences.ts sequencesForm': /"callback_id":"settings_sequences"/,
  'features/attention/outgoing.ts heldUp': /Nothing is lost: new requests are saved/,
  'features/attention/outgoing.ts setAside': /can’t read a saved request/,
  'features/attention/outgoing.ts goesOn': /accepts requests again/,
  'features/attention/outgoing.ts blocked': /needs your help with one of its channels/,
  'features/attention/outgoing.ts undecided': /Is that the same person/,
  'features/attention/outgoing.ts answeredQuestion': /Answered by <@U0INES>: “Yes, that’s them”/,
  'features/attention/outgoing.ts cancelled': /is cancelled\. Nothing was done/,
};

/** The functions that build what Slack shows, as they are in the sources. */
export function builders(): string[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /^(features|slack)\/.*(?<!\.test)\.ts$/.test(path),
  );
  return files.flatMap((path) => {
    const source = readFileSync(join(root, path), 'utf8');
    const built = source.matchAll(
      /^export (?:async )?function (\w+)\((?:(?!\n\})[\s\S])*?\): (?:Promise<)?([\w<[\]]+)>? \{\n/gm,
    );
    return [...built]
      .filter(([, , type = '']) => /^(ModalView|HomeView|Message)$/.test(type))
      .map(([, name]) => `${path} ${name}`)
      .filter((builder) => !helpers.has(builder));
  });
}

/** They change an open view or hand one on, and add nothing of their own. */
const helpers = new Set([
  'slack/views/view.ts withBlocks',
  'slack/views/view.ts withTop',
  // Says what stood in the fields of another: always-opens.test.ts has it with the longest names.
  'slack/views/simpler-view.ts withoutValues',
]);

/** Everything that Slack got: calls of its Web API, answers to submissions, and what was said beside a command. */
export function shownBy({ calls, deliveries, messages }: Sandbox): string {
  const called = calls().map(({ args }) => JSON.stringify(args));
  const answered = deliveries().map(({ answer }) => JSON.stringify(answer ?? null));
  return [...called, ...answered, JSON.stringify(messages('C0GENERAL'))].join('\n');
}
