import { isEmailAddress, maxLength } from '../../../../contract/new-hire.ts';
import { addDays, type Day, dayIn, isDay } from '../../../../time/dates.ts';
import { printable } from '../../../slack/views/blocks.ts';
import { type Found, keyedRecords, valueAt } from '../../../starters/json-paths.ts';
import type { Mapping } from '../../../storage/starter-sources.ts';
import { newHireFields } from '../form/fields.ts';
import { type HireContext, type HirePayload, personName } from '../request.ts';

/** Fields that a source can fill in. A role gives rights, and sequences have no names elsewhere. */
export const mappedNames = newHireFields.names.filter((name) => name !== 'role' && name !== 'sequences');
export type MappedName = (typeof mappedNames)[number];

type Said = Partial<Record<MappedName, string>>;

/** A future hire, as a source describes them. */
export interface Starter {
  /** Its id at the source. */
  key: string;
  /** Texts by field. */
  said: Said;
  /** Undefined if there is none that can be read. */
  day: Day | undefined;
}

/** Characters of a text; names and addresses are shorter. */
const longest = { text: 320, message: 3_000 };

/** @param zone of the organization, for days written as instants */
export function startersIn(body: unknown, mapping: Mapping, zone: string): Starter[] {
  return keyedRecords(body, mapping.key ?? '').map(({ key, record }) => {
    const said = saidIn(record, mapping);
    return { key, said, day: dayOf(said.start_day, zone) };
  });
}

function saidIn(record: unknown, mapping: Mapping): Said {
  return Object.fromEntries(
    mappedNames.flatMap((name) => {
      const pointer = mapping[name];
      const text = pointer === undefined ? undefined : valueAt(record, pointer);
      const clean = text === undefined ? '' : cleaned(text, name);
      return clean === '' ? [] : [[name, clean]];
    }),
  );
}

function cleaned(text: string, name: MappedName): string {
  if (name === 'message') return printable(text).trim().slice(0, longest.message).toWellFormed();
  return printable(text).replaceAll(/\s+/g, ' ').trim().slice(0, longest.text).toWellFormed();
}

const instant = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/i;
const inParts = /^(\d{1,2})([./])(\d{1,2})\2(\d{4})$/;

/**
 * Reads `2026-12-01`, an instant, `1.12.2026` or `25/12/2026`. Midnight means the day it is written with, as
 * systems without times write it; another instant is a day in `zone`. Undefined if it isn't clear.
 */
export function dayOf(text: string | undefined, zone: string): Day | undefined {
  if (text === undefined) return undefined;
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return isDay(text) ? text : undefined;
  const [, day = '', time, offset] = instant.exec(text) ?? [];
  if (isDay(day)) {
    const at = new Date(text.replace(' ', 'T'));
    if (offset === undefined || time === '00:00' || Number.isNaN(at.getTime())) return day;
    return dayIn(zone, at);
  }
  const [, first = '', sign, second = '', year = ''] = inParts.exec(text) ?? [];
  const dayFirst = `${year}-${second.padStart(2, '0')}-${first.padStart(2, '0')}`;
  // With slashes, Americans put the month first.
  const isClear = sign === '.' || Number(first) > 12 || first === second;
  return isClear && isDay(dayFirst) ? dayFirst : undefined;
}

/** The proposal for a starter: what HR completes in the form. */
export function proposalOf({ key, said, day }: Starter, source: { name: string }) {
  const { first_name = '', last_name = '', email = '', position } = said;
  const payload: HirePayload = {
    first_name: first_name.slice(0, maxLength.first_name).toWellFormed(),
    last_name: last_name.slice(0, maxLength.last_name).toWellFormed(),
    email: isEmailAddress(email) && email.length <= maxLength.email ? email.toLowerCase() : '',
    role: 0,
    ...(day !== undefined && { start_day: day }),
    ...(position !== undefined && { position: position.slice(0, maxLength.position).toWellFormed() }),
  };
  const context: HireContext = {
    personName: personName(payload.first_name, payload.last_name) || payload.email || key,
    sequenceNames: [],
    viewId: '',
    starter: { source: source.name, said: { ...said }, ...(day !== undefined && { day }) },
  };
  return { payload, context };
}

/** Days after the start day within which somebody new is still proposed. */
const lateness = 30;

export function isLongStarted(day: Day | undefined, today: Day): boolean {
  return day !== undefined && day < addDays(today, -lateness);
}

/** Names of members by the field they are likely to be, without marks and in lower case; the likeliest first. */
const likely: Partial<Record<MappedName | 'key', readonly string[]>> = {
  key: ['id', 'employeeid', 'personid', 'candidateid', 'offerid', 'uuid', 'guid', 'employeenumber'],
  first_name: ['firstname', 'givenname', 'preferredname', 'first'],
  last_name: ['lastname', 'surname', 'familyname', 'last'],
  email: ['workemail', 'companyemail', 'email', 'emailaddress', 'mail'],
  start_day: [
    'startdate',
    'startday',
    'hiredate',
    'startsat',
    'startson',
    'joiningdate',
    'joindate',
    'firstday',
    'start',
  ],
  manager: ['manageremail', 'supervisoremail', 'reportstoemail', 'managerworkemail', 'supervisorworkemail'],
  buddy: ['buddyemail', 'mentoremail'],
  position: ['position', 'jobtitle', 'title', 'jobname'],
  timezone: ['timezone'],
  language: ['language', 'locale'],
  phone: ['workphone', 'phone', 'phonenumber', 'mobilephone'],
  message: ['introduction', 'bio'],
};

/** Parts of a path that say that it is about somebody else. */
const others = /manager|supervisor|reportsto|buddy|mentor|recruiter|coordinator|creditedto|emergency|owner/;

/** Likely mapping by the names of the members. Fields without a likely one are left out. */
export function guessMapping(found: readonly Found[]): Mapping {
  const named = found.map(({ pointer, text }) => {
    const parts = pointer
      .split('/')
      .slice(1)
      .map((part) => part.toLowerCase().replaceAll(/[^\p{L}\d]/gu, ''));
    const telling = parts.filter((part) => !/^(?:\d+|value|attributes|fields|data)$/.test(part));
    const last = telling.at(-1) ?? '';
    // `manager` may hold a name or an address.
    const names = [last, telling.slice(-2).join(''), ...(text.includes('@') ? [`${last}email`] : [])];
    return { pointer, names, path: telling.join(' ') };
  });
  const guessed = Object.entries(likely).flatMap(([name, words]) => {
    const isOther = name === 'manager' || name === 'buddy';
    const fits = words.flatMap((word) =>
      named.filter(({ names, path }) => names.includes(word) && others.test(path) === isOther),
    );
    return fits[0] ? [[name, fits[0].pointer]] : [];
  });
  return Object.fromEntries(guessed);
}
