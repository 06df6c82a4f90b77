import type { Bot } from '../../bot.ts';
import type { Feature } from '../../feature.ts';
import { connectionPage } from './connection.ts';
import { sequencesPage, settingsRows, settingsTroubles } from './home.ts';
import { pages } from './pages.ts';

export function settingsFeature(services: Bot): Feature {
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
