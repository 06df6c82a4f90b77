/** Whether it is a user's id: they begin with U or W (docs.slack.dev/reference/objects/user-object). */
export function isPerson(id: string): boolean {
  return /^[UW]/.test(id);
}

/** Whether it is a user group's id. */
export function isGroup(id: string): boolean {
  return id.startsWith('S');
}
