import type { ModalView } from '@slack/types';
import type { Language } from '../../../../language.ts';
import type { Person } from '../../../onboarding/directory/person.ts';
import { words as planWords } from '../../../plan/words.ts';
import type { Audience } from '../../../requests/define-request.ts';
import { outcomePage, referenceNote } from '../../../requests/result-views.ts';
import { alert, header, listedMarkup, paragraph, plain } from '../../../slack/views/blocks.ts';
import { words as slackWords } from '../../../slack/words.ts';
import type { Offered } from '../form/offered.ts';
import type { HireRequest } from '../request.ts';
import { profileButtons } from '../result/result.ts';
import { words } from '../words.ts';
import { elsewhereForms } from './fields.ts';
import type { Chosen } from './hire.ts';
import { checkId, formId } from './ids.ts';

/** Form for the facts the service's list lacks. */
export function elsewhereForm(
  reference: string,
  { name, email }: Person,
  offered: Offered,
  language: Language,
): ModalView {
  const { form, who } = words[language].elsewhere;
  return {
    type: 'modal',
    callback_id: formId,
    private_metadata: JSON.stringify({ id: reference }),
    title: plain(form.title),
    submit: plain(form.submit),
    close: plain(slackWords[language].cancel),
    blocks: [
      paragraph(who(name, email)),
      paragraph(form.about),
      ...elsewhereForms[language].blocks({}, offered),
    ],
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
export function elsewhereCheck(
  { chosen, person, headline, points, plan }: Check,
  language: Language,
): ModalView {
  const { elsewhere, check: hireCheck } = words[language];
  const { check, who } = elsewhere;
  return {
    type: 'modal',
    callback_id: checkId,
    private_metadata: JSON.stringify(chosen),
    title: plain(check.title),
    submit: plain(check.submit),
    close: plain(slackWords[language].back),
    blocks: [
      paragraph(who(person.name, person.email)),
      paragraph(hireCheck.starts(chosen.sent.start_day)),
      ...points.map((point) => alert('warning', point)),
      ...(headline === undefined ? [] : [paragraph(check.says(headline))]),
      header(planWords[language].title),
      ...listedMarkup(plan.length > 0 ? plan : [planWords[language].nothing]),
      paragraph(check.ask),
    ],
  };
}

/** The last page: the request is stored, and its messages are being sent. */
export function announcedPage(
  request: HireRequest,
  { profileUrl }: Pick<Audience, 'profileUrl'>,
  language: Language,
): ModalView {
  const { elsewhere, starts, whatNext } = words[language];
  const { title, announcing } = elsewhere.done;
  const next = whatNext(request);
  const on = starts(request);
  const elements = profileButtons(request, profileUrl, language);
  const blocks = [
    alert('success', announcing(request.context.personName)),
    ...(on === undefined ? [] : [paragraph(on)]),
    ...(next === '' ? [] : [paragraph(next)]),
    ...(elements.length > 0 ? [{ type: 'actions' as const, elements }] : []),
    referenceNote(request, language),
  ];
  return outcomePage(title, blocks, language);
}

/** Replaces the form or the page, with the reason why nobody was announced. @param why in mrkdwn */
export function insteadPage(why: string, language: Language): ModalView {
  return outcomePage(words[language].elsewhere.form.title, listedMarkup([why]), language);
}
