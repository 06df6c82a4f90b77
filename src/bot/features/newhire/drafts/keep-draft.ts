import type { Entered } from '../../../storage/drafts.ts';
import type { NewHireDeps } from '../deps.ts';
import { type HireValues, newHireFields } from '../form/fields.ts';
import { draftKeyOf, type Metadata } from '../form/form.ts';
import { personName } from '../request.ts';
import { say } from './messages.ts';

type KeepDeps = Pick<NewHireDeps, 'drafts' | 'ledger'>;

/**
 * Stores the draft, unless the form has been sent. Sending stores its request before it removes the draft, so a save
 * that overlaps with it finds the request and removes the draft.
 */
export async function keepDraft(
  owner: string,
  metadata: Metadata,
  { values, entered }: { values: HireValues; entered: Entered },
  deps: KeepDeps,
) {
  const { drafts, ledger } = deps;
  const key = draftKeyOf(metadata);
  const { first_name, last_name, email } = values;
  const title = personName(first_name, last_name) || email || say().untitled;
  const isNew = await drafts.save(owner, key, { title, content: newHireFields.toDraft(values) }, entered);
  if (!(await ledger.isSubmitted(metadata.form))) return isNew ? 'saved' : 'sameAsBefore';
  await drafts.remove(owner, key);
  return 'alreadySent';
}
