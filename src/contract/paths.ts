/** Where the API answers, relative to its base address (specification, section 4). The trailing slash matters. */
export const paths = {
  employees: '/api/employees/',
  sequences: '/api/sequences/',
  users: '/api/users/',
  /** The older creation endpoint; real deployments that have only this one make administrators with it. */
  newHires: '/api/newhires/',
  offboarding: '/api/offboarding/',
  /** The OpenAPI description; released deployments have none. */
  schema: '/api/schema/',
} as const;
