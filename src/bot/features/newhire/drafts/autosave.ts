import type { ChangeArgs, ClosedArgs } from '../../../slack/incoming/args.ts';
import { originOf } from '../../../slack/incoming/origin.ts';
import { languageIn } from '../../../slack/incoming/reader.ts';
import { fallback, paragraph } from '../../../slack/views/blocks.ts';
import type { NewHireDeps } from '../deps.ts';
import { type HireValues, newHireFields } from '../form/fields.ts';
import { draftKeyOf, Metadata } from '../form/form.ts';
import { words } from '../words.ts';
import { draftBlocks } from './draft-list.ts';
import { keepDraft } from './drafting.ts';

type AutosaveDeps = Pick<NewHireDeps, 'drafts' | 'ledger' | 'log'>;

/** What a person has to enter before a form is worth keeping: the rest is there by itself. */
const entered = [
  'first_name',
  'last_name',
  'email',
  'start_day',
  'position',
  'manager',
  'buddy',
  'sequences',
  'phone',
  'message',
] as const satisfies (keyof HireValues)[];

/**
 * Keeps the form as it is whenever Slack tells what stands in it: with each choice. Nobody waits for it, and where it
 * cannot be kept now the next choice brings everything again.
 */
export async function autosave(
  { body, action, context }: Pick<ChangeArgs, 'body' | 'action' | 'context'>,
  { log, ...deps }: AutosaveDeps,
) {
  const { view: open } = originOf(body);
  if (!open || !body.view) return;
  try {
    // The manager's zone that no field shows is found anew: somebody else may be the manager by then.
    const values = newHireFields.read(body.view.state.values);
    if (!entered.some((name) => isFilled(values[name]))) return;
    const metadata = Metadata.parse(JSON.parse(open.private_metadata));
    const how = { at: action.action_ts, byItself: true };
    const language = languageIn(context);
    await keepDraft(body.user.id, metadata, { values, entered: how }, { ...deps, language });
  } catch (err) {
    log.warn({ err }, 'a form could not be kept as a draft');
  }
}

function isFilled(value: HireValues[keyof HireValues]): boolean {
  return value !== undefined && !(Array.isArray(value) && value.length === 0);
}

/** How long what is still on its way is waited for, in milliseconds: the last choice and the closing come at once. */
const settling = 1_000;

/** A form was closed: whoever has not sent or saved it hears where it is, once. */
export function offerDraft({ drafts, ledger, clock }: Pick<NewHireDeps, 'drafts' | 'ledger' | 'clock'>) {
  return async ({ body, view, client, context }: ClosedArgs) => {
    const metadata = Metadata.parse(JSON.parse(view.private_metadata));
    await new Promise<void>((resolve) => void clock.after(settling, resolve));
    if (await ledger.isSubmitted(metadata.form)) return;
    const draft = await drafts.offer(body.user.id, draftKeyOf(metadata));
    if (!draft) return;
    const language = languageIn(context);
    const text = words[language].drafts.closed(draft);
    await client.chat.postMessage({
      channel: body.user.id,
      text: fallback(text),
      blocks: [paragraph(text), ...draftBlocks([draft], language)],
    });
  };
}
