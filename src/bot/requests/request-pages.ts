import type { ButtonArgs } from '../slack/incoming/args.ts';

/**
 * Shows the page about a request anew, where a button on it was pressed.
 * @param said what came of the press where that is not what was wanted, in mrkdwn
 * @returns false where the button stands elsewhere
 */
type ShowAgain = (args: ButtonArgs, id: string, said?: string) => Promise<boolean>;

/** The pages about requests, for whatever feature has buttons on them; App Home is whose pages they are. */
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
