export interface ReleasedPerson {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  role: number;
  start_day: string | null;
  termination_date: string | null;
  position: string;
  phone: string;
  message: string;
  linkedin: string;
  facebook: string;
  twitter: string;
  buddy: number | null;
  manager: number | null;
  timezone: string;
  language: string;
  sequences: number[];
}

export interface ReleasedSequence {
  id: number;
  name: string;
  /** Not shown by the API. */
  kind: 'onboarding' | 'offboarding';
}

export type GivenPerson = Partial<ReleasedPerson> & { email: string };

export function releasedPerson(given: GivenPerson, id: number): ReleasedPerson {
  return {
    id,
    first_name: 'Some',
    last_name: 'Body',
    role: 2,
    start_day: null,
    termination_date: null,
    position: '',
    phone: '',
    message: '',
    linkedin: '',
    facebook: '',
    twitter: '',
    buddy: null,
    manager: null,
    timezone: 'UTC',
    language: 'en',
    sequences: [],
    ...given,
  };
}

export const someSequences: ReleasedSequence[] = [
  { id: 1, name: 'Everybody', kind: 'onboarding' },
  { id: 2, name: 'Engineering', kind: 'onboarding' },
  { id: 3, name: 'Leaving', kind: 'offboarding' },
];
