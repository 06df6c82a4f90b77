import type { PlainTextOption } from '@slack/types';
import { isEmailAddress } from '../../../../contract/email.ts';
import { maxLength } from '../../../../contract/new-hire.ts';
import { roleLabel } from '../../../../contract/role.ts';
import { isDay } from '../../../../time/dates.ts';
import type { Snapshot } from '../../../onboarding/directory/snapshot.ts';
import { printable } from '../../../slack/views/blocks.ts';
import { unavailable } from '../../../slack/views/inputs.ts';
import type { Unfit } from '../notice-messages.ts';
import { type FieldId, longestMessage } from './fields.ts';
import type { Prefill } from './form.ts';
import { languageOptions } from './languages.ts';
import { offeredRoles } from './roles.ts';
import { offsetDay, serviceZone, zoneOption, zonesOf } from './zones.ts';

/** The most entries that Slack takes as chosen in advance. */
const mostChosen = 100;

/**
 * What of it can stand in the form. Slack refuses a whole form for one value that its field does not take, and what
 * was saved or sent long ago may not be offered any more: such values are given back, so that they can be said.
 */
export function fitted(
  prefill: Prefill,
  { snapshot, now }: { snapshot: Snapshot | undefined; now: Date },
): { prefill: Prefill; unfit: Unfit[] } {
  const unfit: Unfit[] = [];
  const keep = <Value>(field: FieldId, value: Value | undefined, text: string, fits: boolean) => {
    if (value === undefined || fits) return value;
    if (text.trim() !== '') unfit.push({ field, text });
    return undefined;
  };
  const text = (id: 'first_name' | 'last_name' | 'position' | 'phone' | 'message') => {
    const value = cleaned(prefill[id], id === 'message');
    const most = id === 'message' ? longestMessage : maxLength[id];
    return keep(id, value, value ?? '', (value ?? '').length <= most);
  };
  const choice = (id: 'manager' | 'buddy', entry = prefill[id]) =>
    keep(
      id,
      entry,
      entry?.text.text ?? '',
      isOffered(entry, (value) => snapshot?.people.has(value)),
    );
  const email = cleaned(prefill.email, false);
  const { start_day, role, language } = prefill;
  const isRole = offeredRoles(snapshot?.description.roles).some(({ value }) => value === role);
  const isLanguage = languageOptions(snapshot?.description.languages).some(({ value }) => value === language);
  return {
    prefill: {
      first_name: text('first_name'),
      last_name: text('last_name'),
      email: keep('email', email, email ?? '', isFittingEmail(email ?? '')),
      start_day: keep('start_day', start_day, start_day ?? '', isShownDay(start_day ?? '')),
      role: keep('role', role, roleLabel(role ?? 0), isRole),
      position: text('position'),
      manager: choice('manager'),
      buddy: choice('buddy'),
      sequences: sequencesOf(prefill.sequences, snapshot, unfit),
      timezone: zoneOf(prefill, { snapshot, now }, unfit),
      language: keep('language', language, language ?? '', isLanguage),
      phone: text('phone'),
      message: text('message'),
    },
    unfit,
  };
}

/** Without what no keyboard types; only a message has lines. */
function cleaned(text: string | undefined, hasLines: boolean): string | undefined {
  if (text === undefined) return undefined;
  const clean = printable(text);
  return (hasLines ? clean : clean.replace(/[\n\t]/g, ' ')).trim() || undefined;
}

function isFittingEmail(email: string): boolean {
  return email.length <= maxLength.email && isEmailAddress(email);
}

/** A day that Slack's calendar has. */
function isShownDay(day: string): boolean {
  return isDay(day) && day >= '1900-01-01';
}

/** Whether an entry can be chosen; what is offered is not known before the first reading. */
function isOffered(
  entry: PlainTextOption | undefined,
  isThere: (id: number) => boolean | undefined,
): boolean {
  const { value = '' } = entry ?? {};
  return value !== '' && value !== unavailable && (isThere(Number(value)) ?? true);
}

function sequencesOf(
  chosen: Prefill['sequences'],
  snapshot: Snapshot | undefined,
  unfit: Unfit[],
): PlainTextOption[] | undefined {
  const once = [...new Map(chosen?.map((entry) => [entry.value, entry])).values()];
  const isThere = (id: number) =>
    snapshot?.sequences.some((sequence) => sequence.id === id && sequence.kind !== 'offboarding');
  const fitting = once.filter((entry) => isOffered(entry, isThere)).slice(0, mostChosen);
  const left = once.filter((entry) => !fitting.includes(entry) && entry.value !== unavailable);
  if (left.length > 0)
    unfit.push({ field: 'sequences', text: left.map((entry) => entry.text.text).join(', ') });
  return chosen && fitting;
}

/** In the service's words, with the offset of the start day. */
function zoneOf(
  { timezone, start_day }: Prefill,
  { snapshot, now }: { snapshot: Snapshot | undefined; now: Date },
  unfit: Unfit[],
): PlainTextOption | undefined {
  if (!timezone?.value || timezone.value === unavailable) return undefined;
  const zone = serviceZone(timezone.value, zonesOf(snapshot));
  if (zone !== undefined) return zoneOption(zone, offsetDay(start_day, now));
  unfit.push({ field: 'timezone', text: timezone.text.text });
  return undefined;
}
