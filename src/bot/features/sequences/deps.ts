import type { MenuDeps } from '../../menus.ts';
import type { ServiceAdditions } from '../../onboarding/additions/additions.ts';
import type { WindowUpdates } from '../../slack/views/window-updates.ts';

export type SequencesApi = Pick<
  ServiceAdditions,
  'sequences' | 'starters' | 'addSequence' | 'changeSequence'
>;

export interface SequencesDeps extends MenuDeps {
  additions: SequencesApi & Pick<ServiceAdditions, 'offered' | 'known'>;
  windows: WindowUpdates;
}
