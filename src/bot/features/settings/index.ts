import type { Bot } from '../../bot.ts';
import type { Feature } from '../../feature.ts';
import { connectionPage } from './connection.ts';
import { sequencesPage, settingsRows, settingsTroubles } from './home.ts';
import { pages } from './pages.ts';

export function settingsFeature(services: Bot): Feature {
  return {
    listeners: [connectionPage, ...Object.values(pages), sequencesPage].flatMap((page) =>
      page.listeners(services),
    ),
    home: async ({ role }) => (role === 'hr' ? { alerts: await settingsTroubles(services) } : {}),
    settings: ({ role }) => (role === 'hr' ? settingsRows(services) : []),
  };
}
