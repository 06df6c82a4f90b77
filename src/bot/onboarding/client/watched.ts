import { additions } from '../../../contract/additions/paths.ts';
import { paths } from '../../../contract/paths.ts';
import { none, type Telemetry } from '../../../telemetry/telemetry.ts';
import { OnboardingFailure } from './errors.ts';

const endpoints: ReadonlySet<string> = new Set([...Object.values(paths), ...Object.values(additions)]);

/** Reports a request to telemetry, with its endpoint and the name of its failure. */
export function watched<Result>(
  telemetry: Telemetry,
  { method, path }: { method: string; path: string },
  ask: () => Promise<Result>,
): Promise<Result> {
  const [withoutQuery = ''] = path.split('?');
  const words = { method, endpoint: endpoints.has(withoutQuery) ? withoutQuery : 'other', error: none };
  return telemetry.observe('api.request', words, async () => {
    try {
      return await ask();
    } catch (error) {
      words.error = error instanceof OnboardingFailure ? error.name : 'other';
      throw error;
    }
  });
}
