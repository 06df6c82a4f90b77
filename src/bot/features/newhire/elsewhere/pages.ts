import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { maxLength, NewHire } from '../../../../contract/new-hire.ts';
import { perLanguage } from '../../../../language.ts';
import type { Day } from '../../../../time/dates.ts';
import type { NewRequest } from '../../../ledger/requests/request.ts';
import { namesOf, type Person } from '../../../onboarding/directory/person.ts';
import { say as sayPlan } from '../../../plan/messages.ts';
import type { Audience } from '../../../requests/define-request.ts';
import { outcomePage, referenceNote } from '../../../requests/result-views.ts';
import type { FieldOptions } from '../../../slack/forms/field.ts';
import { Form, type ValuesOf } from '../../../slack/forms/form.ts';
import { say as saySlack } from '../../../slack/messages.ts';
import { alert, header, listedMarkup, paragraph, plain, printable } from '../../../slack/views/blocks.ts';
import type { FormDeps } from '../deps.ts';
import { type HireValues, newHireFields, newHireForms, type Offered, offeredNow } from '../form/fields.ts';
import { say as sayNewHire } from '../messages.ts';
import { type HireContext, type HirePayload, type HireRequest, kind, personName } from '../request.ts';
import { say as sayResult } from '../result/messages.ts';
import { profileButtons } from '../result/result.ts';
import { say } from './messages.ts';

export const formId = 'newhire_elsewhere';
export const checkId = 'newhire_elsewhere_check';

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
  plan: readonly string[];
}

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

export function insteadPage(why: string): ModalView {
  return outcomePage(say().form.title, listedMarkup([why]));
}

/** Fields that the service's list has. */
const told = { first_name: true, last_name: true, email: true, role: true } as const;

/** Choices in the form, without names: carried between windows. */
export const Chosen = z.object({
  id: z.string(),
  sent: NewHire.omit(told).required({ start_day: true }),
});
export type Chosen = z.infer<typeof Chosen>;

export function chosenIn(id: string, start_day: Day, values: ElsewhereValues): Chosen {
  return { id, sent: { ...newHireFields.sent(values), start_day } };
}

/** Values as the new-hire form would hold them, from the list and the choices. */
export function valuesOf(person: Person, { sent }: Chosen, deps: FormDeps): HireValues {
  const payload = payloadOf(person, sent);
  const context = { personName: '', sequenceNames: [], viewId: '' };
  return newHireForms().fromRequest({ payload, context }, offeredNow(sent.start_day, deps));
}

/** Request about a person who is already in the service. */
export function hireOf(
  person: Person,
  chosen: Chosen,
  { requester }: { requester: string },
  deps: FormDeps,
): NewRequest<HirePayload, HireContext> {
  const { id, sent } = chosen;
  const payload = payloadOf(person, sent);
  const context: HireContext = {
    ...{ personName: personName(payload.first_name, payload.last_name), sequenceNames: [], viewId: '' },
    addedElsewhere: true,
    ...newHireFields.contextOf(valuesOf(person, chosen, deps), offeredNow(sent.start_day, deps)),
  };
  return { kind, payload, context, requester, submission: `elsewhere ${id}` };
}

function payloadOf(person: Person, sent: Chosen['sent']): HirePayload {
  return { ...namesIn(person), email: person.email, role: person.role ?? 0, ...sent };
}

/** Cut to the form's limits, since others may have entered any text. */
function namesIn(person: Person) {
  const { first, last } = namesOf(person) ?? { first: person.name, last: '' };
  const cut = (name: string, most: number) => printable(name).trim().slice(0, most);
  return { first_name: cut(first, maxLength.first_name), last_name: cut(last, maxLength.last_name) };
}

function fieldsIn() {
  const { table } = newHireForms();
  const { startHint: hint } = say().form;
  return {
    start_day: { ...first(table.start_day), hint, required: true },
    manager: first(table.manager),
    buddy: first(table.buddy),
    timezone: first(table.timezone),
  };
}

function first<F extends FieldOptions>(field: F): F {
  return { ...field, isFurther: false };
}

type Fields = ReturnType<typeof fieldsIn>;
export type ElsewhereValues = ValuesOf<Fields>;

export const elsewhereForms = perLanguage(() => new Form<Fields, Offered>(formId, fieldsIn()));

export const elsewhereFields = elsewhereForms();
