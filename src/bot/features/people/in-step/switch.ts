import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { outcomePage } from '../../../requests/result-views.ts';
import type { ButtonArgs, FormArgs } from '../../../slack/incoming/listeners.ts';
import { say as saySlack } from '../../../slack/messages.ts';
import { alert, paragraph, plain } from '../../../slack/views/blocks.ts';
import { openView } from '../../../slack/views/open-view.ts';
import type { PeopleDeps } from '../deps.ts';
import { switchId } from '../ids.ts';
import { say as sayPeople } from '../messages.ts';

type SwitchDeps = Pick<PeopleDeps, 'settingsStore' | 'additions' | 'clock'>;

/** The state to switch to, so that two people pressing at once don't undo each other. */
const Metadata = z.object({ on: z.boolean() });

function switchPage({ settingsStore }: Pick<SwitchDeps, 'settingsStore'>) {
  const { inStep } = sayPeople();
  const { on } = settingsStore.current().peopleInStep;
  return {
    type: 'modal',
    callback_id: switchId,
    private_metadata: JSON.stringify({ on: !on } satisfies z.infer<typeof Metadata>),
    title: plain(inStep.title),
    submit: plain(on ? inStep.turnOff : inStep.turnOn),
    close: plain(saySlack().cancel),
    blocks: [
      paragraph(on ? inStep.on : inStep.off),
      paragraph(inStep.what),
      ...inStep.lines.map((line) => paragraph(line)),
      paragraph(inStep.before),
    ],
  } satisfies ModalView;
}

export function openSwitch(deps: SwitchDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    await openView(args, switchPage(deps));
  };
}

export function receiveSwitch({ settingsStore, clock }: SwitchDeps) {
  return async ({ ack, view, body }: FormArgs) => {
    const { inStep } = sayPeople();
    const { on } = Metadata.parse(JSON.parse(view.private_metadata));
    const now = clock.now();
    if (settingsStore.current().peopleInStep.on !== on)
      await settingsStore.save({ peopleInStep: { on, since: now.toISOString() } }, body.user.id, now);
    const said = alert('success', inStep.saved[on ? 'on' : 'off']);
    await ack({ response_action: 'update', view: outcomePage(inStep.title, [said]) });
  };
}
