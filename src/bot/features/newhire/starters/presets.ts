import type { Mapping } from '../../../storage/starter-sources.ts';

/**
 * Mappings by what these systems document. Candidates' addresses are private, so HR enters the work address there.
 */
export const presets = {
  // Event `employee_with_fields.created` with the default field names:
  // https://documentation.bamboohr.com/docs/field-based-webhooks
  bamboohr: {
    name: 'BambooHR',
    mapping: {
      key: '/id',
      first_name: '/fields/First Name/value',
      last_name: '/fields/Last Name/value',
      email: '/fields/Work Email/value',
      start_day: '/fields/Hire Date/value',
      position: '/fields/Job Title/value',
    },
  },
  // Event “Candidate hired”:
  // https://github.com/grnhse/greenhouse-api-docs/blob/master/source/includes/webhooks/_candidate_events.md
  greenhouse: {
    name: 'Greenhouse',
    mapping: {
      key: '/payload/application/id',
      first_name: '/payload/application/candidate/first_name',
      last_name: '/payload/application/candidate/last_name',
      start_day: '/payload/application/offer/starts_at',
      position: '/payload/application/jobs/0/name',
    },
  },
  // Answer of `/company/employees`: https://developer.personio.de/reference/get_company-employees
  personio: {
    name: 'Personio',
    mapping: {
      key: '/attributes/id/value',
      first_name: '/attributes/first_name/value',
      last_name: '/attributes/last_name/value',
      email: '/attributes/email/value',
      start_day: '/attributes/hire_date/value',
      position: '/attributes/position/value',
      manager: '/attributes/supervisor/value/attributes/email/value',
    },
  },
  // Event `candidate_moved`: https://workable.readme.io/reference/webhook-subscriptions-candidates-employees
  workable: {
    name: 'Workable',
    mapping: {
      key: '/data/id',
      first_name: '/data/firstname',
      last_name: '/data/lastname',
      position: '/data/job/title',
    },
  },
} satisfies Record<string, { name: string; mapping: Mapping }>;

export const presetNames = Object.keys(presets) as (keyof typeof presets)[];
