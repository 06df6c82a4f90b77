import { startFromConfig } from '../../src/commands/start/start.ts';
import { readBotConfig } from '../../src/config/config.ts';
import { silentLog } from '../../src/log.ts';

/** Frontdesk alone in this process: `bot-process.ts ENVIRONMENT` as JSON. */
const environment = JSON.parse(process.argv[2] ?? '{}') as Record<string, string>;
const bot = await startFromConfig(
  readBotConfig(environment, () => ''),
  silentLog(),
);
await bot.connected;
await bot.directory.refresh();
process.send?.({ url: bot.url });
process.on('disconnect', () => process.exit(0));
