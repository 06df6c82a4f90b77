import type { WebClient } from '@slack/web-api';
import type { Log } from '../../../log.ts';
import type { Access } from '../../access/access.ts';
import type { Changes } from '../../changes.ts';
import type { Feature, Viewer } from '../../feature.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Request } from '../../ledger/requests/request.ts';
import type { Directory } from '../../onboarding/directory/directory.ts';
import type { Previews } from '../../preview/preview.ts';
import type { TypeOf } from '../../requests/define-request.ts';
import { maySee, ownOf } from '../../requests/employees.ts';
import type { RequestPages } from '../../requests/request-button.ts';
import type { ModalServices } from '../../slack/modal.ts';
import type { SlackPeople } from '../../slack/people/people.ts';
import type { Homes } from '../../storage/homes.ts';
import type { Settings } from '../../storage/settings.ts';

/** For everything that shows requests. */
export interface PageServices extends ModalServices {
  ledger: Ledger;
  typeOf: TypeOf;
  /** All other features, in display order. */
  features: readonly Feature[];
  people: Pick<SlackPeople, 'byId'>;
  directory: Pick<Directory, 'current'>;
  previews: Pick<Previews, 'ofRequest'>;
  requestPages: Pick<RequestPages, 'serve' | 'answer'>;
  settings: () => Settings;
}

export interface HomeViewServices extends PageServices {
  /** Frontdesk's own, e.g. `1.2.0`. */
  version: string;
}

export interface HomeServices extends HomeViewServices {
  /** Slack's Web API, for calls that don't answer a payload. */
  client: WebClient;
  identity: () => { teamId: string } | undefined;
  access: Access;
  homes: Homes;
  /** Calls back with a Slack user id that may have become a guest, been deactivated or lost admin rights. */
  onPersonChange(listener: (userId: string) => void): void;
  changes: Changes;
  log: Log;
}

/** The request in its current state; undefined if this viewer may not see it or its details were deleted. */
export async function findFor(
  viewer: Viewer,
  id: string,
  services: PageServices,
): Promise<Request | undefined> {
  const request = await services.ledger.find(id);
  if (!request) return undefined;
  return maySee(request, services.typeOf(request), viewer, await ownOf(viewer, services))
    ? request
    : undefined;
}
