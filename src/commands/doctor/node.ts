import { type Check, failure, ok } from '../../bot/checks/check.ts';
import { node as said } from './messages.ts';

/** Oldest version with everything that Frontdesk uses. */
const oldest = 24;

/** @param version such as 24.21.0 */
export function nodeCheck(version: string): Check {
  return {
    name: 'node',
    title: () => said.title,
    look: () =>
      Number.parseInt(version, 10) >= oldest
        ? ok(() => said.fine(version))
        : failure(() => said.old(version)),
  };
}
