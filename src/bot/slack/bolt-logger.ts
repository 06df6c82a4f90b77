import { type Logger, LogLevel } from '@slack/bolt';
import { type Log, withoutQuoted } from '../../log.ts';

/** Adapts our log for Bolt. Drops debug and info lines, which contain whole payloads with names. */
export function boltLogger(log: Log): Logger {
  const drop = () => {};
  return {
    debug: drop,
    info: drop,
    warn: (...parts) => log.warn({ bolt: said(parts) }, 'Bolt warns'),
    error: (...parts) => log.error({ bolt: said(parts) }, 'Bolt reports an error'),
    setLevel: drop,
    getLevel: () => LogLevel.WARN,
    setName: drop,
  };
}

/** Strings and error messages only: objects may be payloads. */
function said(parts: unknown[]): string {
  const texts = parts.map((part) => {
    if (part instanceof Error) return part.message;
    return typeof part === 'string' ? part : '';
  });
  return withoutQuoted(texts.join(' ').trim());
}
