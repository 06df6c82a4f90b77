import type { Button } from '@slack/types';
import { z } from 'zod';
import type { Request } from '../ledger/requests/request.ts';
import { type ButtonDefinition, type By, button, buttonOf } from '../slack/button.ts';
import { answerPrivately } from '../slack/incoming/answer.ts';
import type { ButtonArgs } from '../slack/incoming/listeners.ts';

/** Value of a button about a request. */
export const OfRequest = z.object({ request: z.string() });

/** False if the button isn't on a request's page. */
type ShowAgain = (args: ButtonArgs, said: string | undefined) => Promise<boolean>;

export type RequestPages = ReturnType<typeof createRequestPages>;

/** Shows what a press about a request has changed. */
export function createRequestPages() {
  let showAgain: ShowAgain = async () => false;
  return {
    serve(how: ShowAgain): void {
      showAgain = how;
    },
    /** Brings the request's page up to date. A sentence (mrkdwn) is said there, or privately. */
    async answer(args: ButtonArgs, title: string, said?: string): Promise<void> {
      if ((await showAgain(args, said)) || said === undefined) return;
      await answerPrivately(args, title, said);
    },
  };
}

interface Definition<Services> extends Pick<ButtonDefinition<Services, object>, 'id' | 'role'> {
  /** Title of the notice with the answer. */
  title(): string;
  /** @returns a sentence in mrkdwn, if something has to be said */
  press(request: string, by: By<Services>): Promise<string | undefined>;
}

/** Button that does something about a request and shows the result where it was pressed. */
export function requestButton<Services>({ id, role, title, press }: Definition<Services>) {
  const { listener } = button({
    id,
    role,
    value: OfRequest,
    async press({ request }, by: By<Services & { requestPages: Pick<RequestPages, 'answer'> }>, args) {
      await by.requestPages.answer(args, title(), await press(request, by));
    },
  });
  return { listener, show: (request: Request, text: string) => requestButtonOf(id, request, text) };
}

/** A button about a request, by its id. */
export function requestButtonOf(id: string, request: Request, text: string): Button {
  return buttonOf(id, { request: request.id }, aboutRequest(text, request));
}

/** Id of the window that moves a day. */
export const moveId = 'amendment_moved';

/** Button of that window, with the new day filled in. */
export function moveButton(request: Request, day: string, text: string): Button {
  return buttonOf(moveId, { request: request.id, day }, aboutRequest(text, request));
}

/** The name tells the button from others, for screen readers. */
export function aboutRequest(text: string, { context }: Pick<Request, 'context'>) {
  return { text, spoken: `${text}: ${context.personName}` };
}
