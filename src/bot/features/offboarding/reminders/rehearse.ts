import { z } from 'zod';
import { viewerOf } from '../../../access/only.ts';
import { mostRehearsed, RehearsedPart, rehearsed, rehearsedBy } from '../../../plan/rehearse.ts';
import { words as planWords } from '../../../plan/words.ts';
import { defineMessage } from '../../../requests/define-message.ts';
import type { ButtonArgs } from '../../../slack/incoming/args.ts';
import { type OpenView, originOf } from '../../../slack/incoming/origin.ts';
import { alert } from '../../../slack/views/blocks.ts';
import { withBlocks } from '../../../slack/views/view.ts';
import { CheckMetadata } from '../check/check-page.ts';
import type { OffboardingDeps } from '../deps.ts';
import { actions } from '../ids.ts';
import { foretoldMessages, foretoldOf } from './foretell.ts';

/** Ids and a day; the name is looked up for whoever rehearses it. */
const About = RehearsedPart.extend({ owner: z.string(), user: z.int(), day: z.string() });

/** One moment around a last day that is only looked at so far. */
export function checkRehearsal(deps: Pick<OffboardingDeps, 'settings' | 'directory'>) {
  return defineMessage({
    name: 'offboarding.rehearsal',
    label: (language) => planWords[language].rehearsal.label,
    about: About,
    build({ owner: requester, user, day, index, since }, context) {
      const asked = { user, day, requester, language: context.language, since: new Date(since) };
      const { request, moments } = foretoldOf(asked, deps);
      return rehearsed(moments[index], foretoldMessages, { ...context, request });
    },
  });
}

/** "Rehearse" on the page that asks: to whoever presses, once for each page. */
export function rehearseCheck(deps: OffboardingDeps) {
  const message = checkRehearsal(deps);
  return async (args: ButtonArgs) => {
    await args.ack();
    const { view: open } = originOf(args.body);
    if (!open) return;
    const { userId: owner, language } = viewerOf(args);
    const { user, day } = CheckMetadata.parse(JSON.parse(open.private_metadata));
    const since = deps.clock.now();
    const asked = { user, day, requester: owner, language, since };
    const count = Math.min(foretoldOf(asked, deps).moments.length, mostRehearsed);
    for (let index = 0; index < count; index += 1) {
      const about = { owner, user, day, index, since: since.toISOString() };
      await deps.ledger.enqueue(message.message(rehearsedBy(owner, open.id, index), about));
    }
    const { nothing, onItsWay } = planWords[language].rehearsal;
    await deps.windows.follow(open, saying(open, count > 0 ? onItsWay : nothing));
  };
}

/** The open page with a sentence below its button. */
function saying(open: OpenView, sentence: string) {
  const said = { ...alert('info', sentence), block_id: 'rehearsal' };
  const blocks = open.blocks.filter(({ block_id }) => block_id !== said.block_id);
  return withBlocks(
    open,
    blocks.flatMap((block) => (block.block_id === actions.rehearse ? [block, said] : [block])),
  );
}
