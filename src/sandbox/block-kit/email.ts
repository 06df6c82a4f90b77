/** Slack's check of an address, in a field and as its initial value: a local part, an @, and a domain with a dot. */
export function looksLikeEmail(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@');
  const dot = domain.lastIndexOf('.');
  return more.length === 0 && local !== '' && !/\s/.test(text) && dot > 0 && dot < domain.length - 1;
}
