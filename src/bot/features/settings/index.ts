import type { Feature } from '../../feature.ts';
import { type ConnectionServices, connectionPage } from './connection.ts';
import {
  type HomeServices,
  type SequencesServices,
  sequencesPage,
  settingsRows,
  settingsTroubles,
} from './home.ts';
import type { PageServices } from './page.ts';
import { pages } from './pages.ts';

export function settingsFeature(
  services: PageServices & ConnectionServices & SequencesServices & HomeServices,
): Feature {
  return {
    listeners: [
      ...connectionPage.listeners(services),
      ...Object.values(pages).flatMap((page) => page.listeners(services)),
      ...sequencesPage.listeners(services),
    ],
    home: async ({ role }) => (role === 'hr' ? { alerts: await settingsTroubles(services) } : {}),
    settings: ({ role }) => (role === 'hr' ? settingsRows(services) : []),
  };
}
