import type { ListenerDeps } from '../../feature.ts';
import type { InterruptedDeps } from '../../interrupted-window.ts';
import type { MenuDeps } from '../../menus.ts';
import type { ServiceAdditions } from '../../onboarding/additions/additions.ts';
import type { WindowUpdates } from '../../slack/views/window-updates.ts';

/** The way to the service's sequences. */
export type SequencesApi = Pick<
  ServiceAdditions,
  'sequences' | 'starters' | 'addSequence' | 'changeSequence'
>;

export interface SequencesDeps extends ListenerDeps, MenuDeps, InterruptedDeps {
  additions: SequencesApi & Pick<ServiceAdditions, 'offered' | 'known'>;
  windows: WindowUpdates;
}
