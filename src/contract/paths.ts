/** Paths of the API, relative to its base URL (specification, section 4). The trailing slash is required. */
export const paths = {
  employees: '/api/employees/',
  sequences: '/api/sequences/',
  users: '/api/users/',
  newHires: '/api/newhires/',
  offboarding: '/api/offboarding/',
  /** OpenAPI description; released deployments have none. */
  schema: '/api/schema/',
} as const;
