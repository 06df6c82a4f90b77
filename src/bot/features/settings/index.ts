import type { Feature } from '../../feature.ts';
import { type ConnectionServices, connectionPage } from './connection.ts';
import { type HomeServices, homePart } from './home.ts';
import type { PageServices } from './page.ts';
import {
  accessPage,
  approvalPage,
  channelsPage,
  organizationPage,
  remindersPage,
  textsPage,
} from './pages.ts';
import { type SequencesServices, sequencesPage } from './sequences.ts';

export function settingsFeature(
  services: PageServices & ConnectionServices & SequencesServices & HomeServices,
): Feature {
  const pages = [accessPage, channelsPage, organizationPage, remindersPage, approvalPage, textsPage];
  return {
    listeners: [
      ...connectionPage.listeners(services),
      ...pages.flatMap((page) => page.listeners(services)),
      ...sequencesPage.listeners(services),
    ],
    home: (viewer) => homePart(viewer, services),
  };
}
