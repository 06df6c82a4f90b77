import type { ModalView } from '@slack/types';
import type { Person } from '../../../onboarding/directory/person.ts';
import { say as sayPlan } from '../../../plan/messages.ts';
import type { Audience } from '../../../requests/define-request.ts';
import { outcomePage, referenceNote } from '../../../requests/result-views.ts';
import { say as saySlack } from '../../../slack/messages.ts';
import { alert, header, listedMarkup, paragraph, plain } from '../../../slack/views/blocks.ts';
import type { Offered } from '../form/offered.ts';
import { say as sayNewHire } from '../messages.ts';
import type { HireRequest } from '../request.ts';
import { say as sayResult } from '../result/messages.ts';
import { profileButtons } from '../result/result.ts';
import { elsewhereForms } from './fields.ts';
import type { Chosen } from './hire.ts';
import { checkId, formId } from './ids.ts';
import { say } from './messages.ts';

/** Form for the facts the service's list lacks. */
export function elsewhereForm(reference: string, { name, email }: Person, offered: Offered): ModalView {
  const { form, who } = say();
  return {
    type: 'modal',
    callback_id: formId,
    private_metadata: JSON.stringify({ id: reference }),
    title: plain(form.title),
    submit: plain(form.submit),
    close: plain(saySlack().cancel),
    blocks: [paragraph(who(name, email)), paragraph(form.about), ...elsewhereForms().blocks({}, offered)],
  };
}

interface Check {
  chosen: Chosen;
  person: Person;
  /** Text for the channels; undefined if no channel is set. */
  headline: string | undefined;
  points: readonly string[];
  /** Messages to be sent, one line per moment, in mrkdwn. */
  plan: readonly string[];
}

/** Page with the announcement and its recipients, before anything is sent. Closing it leads back to the form. */
export function elsewhereCheck({ chosen, person, headline, points, plan }: Check): ModalView {
  const elsewhere = say(),
    { check: hireCheck } = sayNewHire();
  const { check, who } = elsewhere;
  return {
    type: 'modal',
    callback_id: checkId,
    private_metadata: JSON.stringify(chosen),
    title: plain(check.title),
    submit: plain(check.submit),
    close: plain(saySlack().back),
    blocks: [
      paragraph(who(person.name, person.email)),
      paragraph(hireCheck.starts(chosen.sent.start_day)),
      ...points.map((point) => alert('warning', point)),
      ...(headline === undefined ? [] : [paragraph(check.says(headline))]),
      header(sayPlan().title),
      ...listedMarkup(plan.length > 0 ? plan : [sayPlan().nothing]),
      paragraph(check.ask),
    ],
  };
}

/** The last page: the request is stored, and its messages are being sent. */
export function announcedPage(request: HireRequest, { profileUrl }: Pick<Audience, 'profileUrl'>): ModalView {
  const elsewhere = say(),
    { starts } = sayNewHire(),
    { whatNext } = sayResult();
  const { title, announcing } = elsewhere.done;
  const next = whatNext(request);
  const on = starts(request);
  const elements = profileButtons(request, profileUrl);
  const blocks = [
    alert('success', announcing(request.context.personName)),
    ...(on === undefined ? [] : [paragraph(on)]),
    ...(next === '' ? [] : [paragraph(next)]),
    ...(elements.length > 0 ? [{ type: 'actions' as const, elements }] : []),
    referenceNote(request),
  ];
  return outcomePage(title, blocks);
}

/** Replaces the form or the page, with the reason why nobody was announced. @param why in mrkdwn */
export function insteadPage(why: string): ModalView {
  return outcomePage(say().form.title, listedMarkup([why]));
}
