import type { AnyMiddlewareArgs, Middleware } from '@slack/bolt';
import type { Log } from '../../../log.ts';
import { newReference } from '../../../reference.ts';
import { words } from '../words.ts';
import { answerPrivately } from './answer.ts';
import { originOf } from './origin.ts';
import { languageIn } from './reader.ts';

/**
 * The one place where an unexpected failure of a listener ends: it gets a reference, goes to the log with its cause,
 * and the person is told in plain words, with the reference, where they are looking.
 */
export function failures(log: Log): Middleware<AnyMiddlewareArgs> {
  return async (args) => {
    try {
      await args.next();
    } catch (error) {
      const reference = newReference('E');
      log.error({ reference, kind: kindOf(args.body), err: error }, 'a listener failed');
      const { failed } = words[languageIn(args.context)];
      await answerPrivately(args, failed.title, failed.text(reference)).catch((err: unknown) => {
        log.error({ reference, err }, 'the person could not be told of the failure');
      });
    }
  };
}

function kindOf(body: unknown): string {
  try {
    return originOf(body).kind;
  } catch {
    return 'unknown';
  }
}
