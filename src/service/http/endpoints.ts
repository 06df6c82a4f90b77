import { additions } from '../../contract/additions/paths.ts';
import { paths } from '../../contract/paths.ts';

/** An endpoint; `method` is the only one that works on it besides OPTIONS. */
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
  ...additional(),
};

function additional() {
  return {
    people: endpoint(
      'POST',
      additions.people,
      'People',
      'Adds people, or changes those with these addresses',
    ),
    person: endpoint(
      'POST',
      additions.person,
      'Person',
      'Moves a start day, or cancels what is still to be done',
    ),
    fullSequences: endpoint(
      'GET',
      additions.sequences,
      'Sequences with tasks',
      'Lists all sequences with their tasks, archived ones too',
    ),
    newSequence: endpoint('POST', additions.newSequence, 'New sequence', 'Adds a sequence with its tasks'),
    sequence: endpoint(
      'POST',
      additions.sequence,
      'Changed sequence',
      'Changes a sequence for those who get it from now on',
    ),
    starters: endpoint('GET', additions.starters, 'Starter', 'Lists sequences to begin with'),
    tasks: endpoint('GET', additions.tasks, 'Task', 'Lists what people have to do'),
    task: endpoint('POST', additions.task, 'Changed task', 'Says that a task is done, put off or passed on'),
  };
}

function endpoint(method: Endpoint['method'], path: string, name: string, description: string): Endpoint {
  return { path, method, name, description };
}

export function endpointAt(path: string): Endpoint | null {
  return Object.values(endpoints).find((endpoint) => endpoint.path === path) ?? null;
}

/** Methods of an endpoint, as the `Allow` header lists them. */
export function allowed(endpoint: Endpoint): string {
  return endpoint.method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS';
}
