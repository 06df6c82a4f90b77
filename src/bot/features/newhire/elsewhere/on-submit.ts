import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { isDay } from '../../../../time/dates.ts';
import type { Person } from '../../../onboarding/directory/person.ts';
import type { FormArgs } from '../../../slack/incoming/args.ts';
import { atBlocks } from '../../../slack/views/view.ts';
import type { NewHireDeps } from '../deps.ts';
import { newHireForms } from '../form/fields.ts';
import { say as sayNewHire } from '../messages.ts';
import { isHire } from '../request.ts';
import { type ElsewhereValues, elsewhereForms } from './fields.ts';
import { Chosen, chosenIn, hireOf } from './hire.ts';
import { say } from './messages.ts';
import { announcedPage, elsewhereCheck, insteadPage } from './pages.ts';
import { secondLook } from './second-look.ts';
import { lookUp, whyOver } from './who.ts';

const Metadata = z.object({ id: z.string() });

/** Handles "Continue": errors go back to the fields, else a page shows what will be announced. */
export function receiveForm(deps: NewHireDeps) {
  return async (args: FormArgs) => {
    const { ack, view, body } = args;
    const { id } = Metadata.parse(JSON.parse(view.private_metadata));
    const looked = await lookUp(id, deps);
    if ('why' in looked) return ack({ response_action: 'update', view: insteadPage(looked.why) });
    const { person } = looked;
    const values = elsewhereForms().read(view.state.values);
    const day = values.start_day ?? '';
    const errors = elsewhereForms().errors(mistakesIn(values, person));
    if (errors) return ack({ response_action: 'errors', errors: atBlocks(view, errors) });
    const chosen = chosenIn(id, day, values);
    const asked = { requester: body.user.id };
    const said = await secondLook(person, chosen, asked, deps);
    return ack({ response_action: 'push', view: elsewhereCheck({ chosen, person, ...said }) });
  };
}

function mistakesIn(values: ElsewhereValues, person: Person) {
  const elsewhere = say(),
    { mistakes } = sayNewHire();
  const { start_day = '', manager, buddy } = values;
  const isThemselves = (entry: typeof manager) => entry?.value === String(person.id);
  const { notThemselves } = elsewhere.form;
  return {
    ...newHireForms().checked(values),
    ...(isDay(start_day) ? {} : { start_day: mistakes.start_day }),
    ...(isThemselves(manager) && { manager: notThemselves }),
    ...(isThemselves(buddy) && { buddy: notThemselves }),
  };
}

/**
 * Handles "Announce": stores the request and sends its messages.
 * @param showDecisions updates the messages that asked
 */
export function receiveCheck(deps: NewHireDeps, showDecisions: () => Promise<void>) {
  return async (args: FormArgs) => {
    const { ack, view, body } = args;
    const chosen = Chosen.parse(JSON.parse(view.private_metadata));
    const page = await announced(chosen, { requester: body.user.id }, deps);
    await ack({ response_action: 'update', view: page });
    await showDecisions();
  };
}

interface Asked {
  requester: string;
}

/** The last page. A repeated press by the same person gets the first press's page. */
async function announced(chosen: Chosen, asked: Asked, deps: NewHireDeps): Promise<ModalView> {
  const { requester } = asked;
  const { gone, alreadyOpen, unreadable } = say();
  const looked = await lookUp(chosen.id, deps);
  if ('why' in looked) {
    const { decided } = looked.found ?? {};
    const own = decided?.by === requester && decided.requestId !== null ? decided.requestId : undefined;
    return (own && (await pageOf(own, deps))) || insteadPage(looked.why);
  }
  const hire = hireOf(looked.person, chosen, asked, deps);
  const became = await deps.ledger.elsewhere.announce(chosen.id, hire);
  switch (became.kind) {
    case 'announced':
      return (await pageOf(became.request.id, deps)) ?? insteadPage(gone);
    case 'over':
      return insteadPage(await whyOver(became.person, deps));
    case 'alreadyOpen':
      return insteadPage(alreadyOpen(hire.context.personName, became.request.id));
    case 'setAside':
      return insteadPage(unreadable(became.id));
    case 'gone':
      return insteadPage(gone);
  }
}

async function pageOf(id: string, { ledger, settings }: NewHireDeps) {
  const request = await ledger.find(id);
  return request && isHire(request) ? announcedPage(request, settings()) : undefined;
}
