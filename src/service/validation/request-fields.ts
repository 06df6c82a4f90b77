import { languages } from '../../contract/languages.ts';
import { maxLength } from '../../contract/new-hire.ts';
import { roles } from '../../contract/role.ts';
import { zones } from '../../contract/zones.ts';
import * as fields from './field-types.ts';

/** Longest link to a profile, in characters. */
const maxProfile = 100;

/**
 * Body of the users endpoint (specification 2.1); the role is required (section 4, rule 1). `linkedin`, `facebook`
 * and `twitter` aren't in the specification; released deployments accept them.
 */
export const newUserFields = {
  first_name: fields.text({ max: maxLength.first_name }),
  last_name: fields.text({ max: maxLength.last_name }),
  start_day: fields.day().optional(),
  role: fields.choice(roles.map(({ value }) => value)),
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

const { role: _, ...withoutRole } = newUserFields;

/** Body of the older creation endpoint, which has no role (section 4, rule 2). */
export const newHireFields = withoutRole;

/** Body of an offboarding (specification 2.5). */
export const offboardingFields = {
  termination_date: fields.day(),
  user: fields.personId(),
  sequences: fields.sequenceIds().optional(),
};
