import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import type { By } from '../slack/button.ts';
import type { Audience } from '../slack/incoming/arrival.ts';
import { type AsShown, type Here, type ModalServices, modal, type Page } from '../slack/modal.ts';
import { alert, listed } from '../slack/views/blocks.ts';
import { say } from './messages.ts';
import type { Preview, Previews } from './preview.ts';
import { previewActions, previewBlocks } from './preview-blocks.ts';

/** Why a form can't be sent now. */
export interface Trouble {
  trouble: string;
  lines?: readonly string[];
  /** Text of the button, if another try may help. */
  again?: string;
}

export function mistakesIn(lines: readonly string[]): Trouble {
  return { trouble: say().check.mistakes, lines };
}

/** How the page was shown, with the codes of what the person agreed to. */
type Agreed = AsShown & { asked: string[] };

interface CheckDefinition<Needed, Key, Checked> {
  id: string;
  role: Audience;
  metadata: z.ZodType<Key>;
  /** Checks the form again; or a page that says why it can't be sent. */
  facts(by: By<Needed>, key: Key): Promise<Checked | Trouble | Page>;
  title(facts: Checked | Trouble): string;
  /** Blocks above the preview. */
  blocks(checked: Checked): KnownBlock[];
  /** Codes of everything that a person agrees to with the press. */
  codes(checked: Checked): string[];
  text(checked: Checked): string;
  /** @returns a page, errors by field, or something else to agree to */
  send(
    checked: NoInfer<Checked>,
    key: NoInfer<Key> & Agreed,
    by: By<NoInfer<Needed>>,
    here: Here,
  ): Promise<Page | { errors: Record<string, string> } | { instead: Checked }>;
  refused(errors: Record<string, string>): Trouble;
  /** The form below. */
  back(key: Key, by: By<Needed>): Promise<Page>;
  onClosed?(key: Key & AsShown, by: By<Needed>, here: Here): Promise<void>;
}

/** Page before a form is sent. It asks again if there is more to agree to than it showed. */
export function checkWindow<
  Needed extends ModalServices & { previews: Pick<Previews, 'rehearse'> },
  Key extends object,
  Checked extends { preview: Preview },
>(check: CheckDefinition<Needed, Key, Checked>) {
  const { id, role, metadata, facts, title, codes, back, onClosed } = check;
  type Facts = Checked | Trouble;

  const window = modal({
    id,
    role,
    metadata,
    kept: z.object({ asked: z.array(z.string()) }),
    facts,
    title,
    open(facts: Facts, { asked = [] }) {
      if (!('trouble' in facts)) return { above: blocksOf(facts), keep: { asked: codes(facts) } };
      const { trouble, lines = [], again } = facts;
      return {
        above: [alert(again === undefined ? 'error' : 'warning', trouble), ...listed(lines)],
        keep: { asked },
      };
    },
    submit: {
      text: (facts) => ('trouble' in facts ? facts.again : check.text(facts)),
      run: (facts, key, _values, by: By<Needed>, here) => sendAgreed(facts, key, by, here),
    },
    actions: previewActions((facts: Facts) => ('trouble' in facts ? undefined : facts.preview)),
    back,
    ...(onClosed && { onClosed }),
  });

  /** Sends the form if the page showed everything there is to agree to. @returns what follows the page */
  async function sendAgreed(facts: Facts, key: Key & Agreed, by: By<Needed>, here: Here): Promise<Page> {
    if ('trouble' in facts) return shown(facts, key);
    if (codes(facts).some((code) => !key.asked.includes(code))) return changed(facts, key);
    const answer = await check.send(facts, key, by, here);
    if ('errors' in answer) return shown(check.refused(answer.errors), key);
    return 'instead' in answer ? changed(answer.instead, key) : answer;
  }

  function blocksOf(checked: Checked): KnownBlock[] {
    return [...check.blocks(checked), ...previewBlocks(checked.preview, window.action)];
  }

  function shown(facts: Facts, key: Key & AsShown, again: readonly KnownBlock[] = []): ModalView {
    return window.view(facts, key, { again });
  }

  function changed(checked: Checked, key: Key & AsShown): ModalView {
    return shown(checked, key, [alert('info', say().check.changed)]);
  }

  return { ...window, sendAgreed };
}
