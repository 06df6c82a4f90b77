import type { AllMiddlewareArgs, AnyMiddlewareArgs, Middleware } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { inLanguage } from '../../../language.ts';
import type { Log } from '../../../log.ts';
import type { Clock } from '../../../time/clock.ts';
import { say } from '../messages.ts';
import { acknowledgementOf } from './acknowledgement.ts';
import { acknowledge, noticeView, overForm } from './answer.ts';
import { type OpenView, originOf } from './origin.ts';
import { languageIn } from './reader.ts';

const Page = z.object({ response_action: z.literal('update'), view: z.custom<ModalView>() });

/**
 * Answers a form or a menu in time when its handling takes too long, because the database or the machine is busy. The
 * form's outcome is then unknown; the page that was to replace it is shown once it is ready.
 */
export function answerInTime(wallClock: Clock, log: Log): Middleware<AnyMiddlewareArgs> {
  return async (args) => {
    const { kind, view } = originOf(args.body);
    if (kind !== 'view_submission' && kind !== 'block_suggestion') return args.next();
    const cancel = wallClock.after(
      acknowledgementOf(args.context).left,
      () => void inLanguage(languageIn(args.context), () => tooLong(args, view)),
    );
    await args.next().finally(cancel);
  };

  async function tooLong(args: AnyMiddlewareArgs & AllMiddlewareArgs, form: OpenView | undefined) {
    const acknowledgement = acknowledgementOf(args.context);
    if (acknowledgement.given) return;
    const { title, text, atField } = say().notSaved;
    const answer = form ? overForm(form, noticeView(title, text), atField) : { options: [] };
    const told = acknowledge(args, answer);
    acknowledgement.end(async (late) => {
      const page = Page.safeParse(late).data;
      if (form && page) await args.client.views.update({ view_id: form.id, view: page.view });
    });
    log.warn({ isForm: form !== undefined, isTold: await told }, 'an answer took too long');
  }
}
