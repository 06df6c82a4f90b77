import { paths } from '../../contract/paths.ts';

/** One endpoint of the API: its path, the one method that works on it beside OPTIONS, and what it is called. */
export interface Endpoint {
  path: string;
  method: 'GET' | 'POST';
  name: string;
  description: string;
}

export const endpoints = {
  employees: endpoint('GET', paths.employees, 'Employee', 'API endpoint that lists all employees'),
  sequences: endpoint('GET', paths.sequences, 'Sequence', 'API endpoint that lists all sequences'),
  users: endpoint('POST', paths.users, 'User', 'API endpoint that allows users to be created'),
  newHires: endpoint(
    'POST',
    paths.newHires,
    'User',
    'Older endpoint that allows new hires to be created: use /api/users/',
  ),
  offboarding: endpoint(
    'POST',
    paths.offboarding,
    'User Offboarding',
    'API endpoint that allows users to be offboarded',
  ),
  schema: endpoint('GET', paths.schema, 'Schema', 'OpenAPI description of this API'),
};

function endpoint(method: Endpoint['method'], path: string, name: string, description: string): Endpoint {
  return { path, method, name, description };
}

/** The endpoint at a path, null when there is none. */
export function endpointAt(path: string): Endpoint | null {
  return Object.values(endpoints).find((endpoint) => endpoint.path === path) ?? null;
}

/** The methods that work on an endpoint, as the `Allow` header names them. */
export function allowed(endpoint: Endpoint): string {
  return endpoint.method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS';
}
