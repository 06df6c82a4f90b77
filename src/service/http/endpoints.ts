import { paths } from '../../contract/paths.ts';

/** One endpoint of the API: its path, the one method that works on it beside OPTIONS, and what it is called. */
export interface Endpoint {
  path: string;
  method: 'GET' | 'POST';
  name: string;
  description: string;
  /** Whether it answers without a token. */
  open?: boolean;
}

export const endpoints = {
  employees: {
    path: paths.employees,
    method: 'GET',
    name: 'Employee',
    description: 'API endpoint that lists all employees',
  },
  sequences: {
    path: paths.sequences,
    method: 'GET',
    name: 'Sequence',
    description: 'API endpoint that lists all sequences',
  },
  users: {
    path: paths.users,
    method: 'POST',
    name: 'User',
    description: 'API endpoint that allows users to be created',
  },
  newHires: {
    path: paths.newHires,
    method: 'POST',
    name: 'User',
    description: 'Older endpoint that allows new hires to be created: use /api/users/',
  },
  offboarding: {
    path: paths.offboarding,
    method: 'POST',
    name: 'User Offboarding',
    description: 'API endpoint that allows users to be offboarded',
  },
  schema: {
    path: paths.schema,
    method: 'GET',
    name: 'Schema',
    description: 'OpenAPI description of this API',
    open: true,
  },
} as const satisfies Record<string, Endpoint>;

/** The endpoint at a path, null when there is none. */
export function endpointAt(path: string): Endpoint | null {
  return Object.values(endpoints).find((endpoint) => endpoint.path === path) ?? null;
}

/** The methods that work on an endpoint, as the `Allow` header names them. */
export function allowed(endpoint: Endpoint): string {
  return endpoint.method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS';
}
