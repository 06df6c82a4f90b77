import type { ButtonArgs } from '../slack/incoming/args.ts';

/**
 * Updates a request's page after a button press on it.
 * @param said result of the press if it failed, in mrkdwn
 * @returns false if the button isn't on such a page
 */
type ShowAgain = (args: ButtonArgs, id: string, said?: string) => Promise<boolean>;

/** Lets features update requests' pages, which belong to App Home. */
export type RequestPages = ReturnType<typeof createRequestPages>;

export function createRequestPages() {
  let show: ShowAgain = async () => false;
  return {
    serve(how: ShowAgain): void {
      show = how;
    },
    showAgain: (...asked: Parameters<ShowAgain>) => show(...asked),
  };
}
