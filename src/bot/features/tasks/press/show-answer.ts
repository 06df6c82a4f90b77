import { z } from 'zod';
import { answerPrivately } from '../../../slack/incoming/answer.ts';
import type { ButtonArgs } from '../../../slack/incoming/args.ts';
import { originOf } from '../../../slack/incoming/origin.ts';
import { views } from '../ids.ts';
import { say } from '../messages.ts';
import type { PressDeps } from './press-deps.ts';

const Pressed = z.object({
  channel: z.object({ id: z.string() }).optional(),
  message: z.object({ ts: z.string() }).optional(),
});

interface Answer {
  said: string;
  /** Whether the updated message or page shows the result already. */
  isShown: boolean;
}

/** Shows a press's result in the message or page where it happened, otherwise privately to the person pressing. */
export async function showAnswer(
  args: ButtonArgs,
  { said, isShown }: Answer,
  places: readonly { channel: string; ts: string }[],
  deps: PressDeps,
): Promise<void> {
  const { view } = originOf(args.body);
  if (view?.callback_id === views.list && (await deps.lists.showAgain(args, isShown ? undefined : said)))
    return;
  const { channel, message } = Pressed.parse(args.body);
  const isWrittenOver = places.some((place) => place.channel === channel?.id && place.ts === message?.ts);
  // App Home updates on its own.
  if (isShown && (isWrittenOver || view?.type === 'home')) return;
  await answerPrivately(args, say().titles.task, said);
}
