import { languages } from '../contract/languages.ts';
import { maxLength } from '../contract/new-hire.ts';
import { roles } from '../contract/role.ts';
import { zones } from '../contract/zones.ts';
import * as fields from './fields.ts';

/** The longest link to a profile, in characters. */
const maxProfile = 100;

/**
 * The body of the older creation endpoint (specification 2.1): everything but the role.
 * `linkedin`, `facebook` and `twitter` are not in the specification; released deployments take them.
 */
export const newHireFields = {
  first_name: fields.text({ max: maxLength.first_name }),
  last_name: fields.text({ max: maxLength.last_name }),
  start_day: fields.day().optional(),
  email: fields.email(maxLength.email),
  position: fields.text({ max: maxLength.position, blank: true }).optional(),
  phone: fields.text({ max: maxLength.phone, blank: true }).optional(),
  buddy: fields.personIdOrNobody().optional(),
  manager: fields.personIdOrNobody().optional(),
  message: fields.text({ blank: true }).optional(),
  linkedin: fields.text({ max: maxProfile, blank: true }).optional(),
  facebook: fields.text({ max: maxProfile, blank: true }).optional(),
  twitter: fields.text({ max: maxProfile, blank: true }).optional(),
  timezone: fields.choice(zones).optional(),
  language: fields.choice(languages.map(({ code }) => code)).optional(),
  sequences: fields.sequenceIds().optional(),
};

/** The body of the users endpoint: the role is required (specification, section 4, rule 1). */
export const newUserFields = {
  ...newHireFields,
  role: fields.choice(roles.map(({ value }) => value)),
};

/** The body of an offboarding (specification 2.5). */
export const offboardingFields = {
  termination_date: fields.day(),
  user: fields.personId(),
  sequences: fields.sequenceIds().optional(),
};
