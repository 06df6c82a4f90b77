import { interactiveIn } from '../block-kit/interactive.ts';
import type { Client } from '../client/client.ts';
import { perform } from '../client/perform.ts';
import { snapshot } from '../client/snapshot.ts';
import type { Screen, ScreenView } from '../screen.ts';
import type { Slack } from '../slack.ts';
import type { Outcome, Place, Verb } from '../verbs.ts';
import { chosenValue, type MenuOnScreen, seenMenu } from './choose.ts';
import { type Labelled, labelledIn } from './read-blocks.ts';
import { described, type MessageOnScreen, seenMessage, seenView, type ViewOnScreen } from './seen.ts';

/** How long `until` waits in real time before it gives up, in milliseconds. */
const patience = 5000;

export type FieldValue = string | string[] | null;

/**
 * Somebody who uses Slack: does what the person says, by the words on the screen.
 * A verb resolves when the app has acknowledged it or its three seconds are over. What the app does afterwards
 * (open a modal, send a message) arrives by itself: wait for it with `until`, `untilView` or `untilMessage`.
 */
export class Person {
  readonly id: string;
  readonly #slack: Slack;
  readonly #client: Client;

  constructor(slack: Slack, client: Client) {
    this.id = client.person.id;
    this.#slack = slack;
    this.#client = client;
  }

  /** Any verb, as the page posts it. */
  do(verb: Verb): Promise<Outcome> {
    return perform(this.#slack, this.#client, verb);
  }

  screen(): Screen {
    return structuredClone(snapshot(this.#slack, this.#client));
  }

  /** Types a command, in the conversation with the app unless another channel is named. */
  command(text: string, { channel }: { channel?: string } = {}): Promise<Outcome> {
    return this.do({ verb: 'command', text, channel: this.#channelId(channel) });
  }

  shortcut(callbackId: string): Promise<Outcome> {
    return this.do({ verb: 'shortcut', callbackId });
  }

  messageShortcut(callbackId: string, message: { channel: string; ts: string }): Promise<Outcome> {
    const channel = this.#channelId(message.channel);
    return this.do({ verb: 'messageShortcut', callbackId, channel, ts: message.ts });
  }

  openHome(): Promise<Outcome> {
    return this.do({ verb: 'openHome' });
  }

  postMessage(channel: string, text: string): Promise<Outcome> {
    return this.do({ verb: 'postMessage', channel: this.#channelId(channel), text });
  }

  /** The top modal. Throws when there is none. */
  view(): ViewOnScreen {
    return seenView(this.#topView(), this.#slack.workspace);
  }

  /** The modals that are open, the bottom one first. */
  views(): ViewOnScreen[] {
    return this.screen().views.map((view) => seenView(view, this.#slack.workspace));
  }

  /** The Home tab; null while the app has published none. */
  home(): ViewOnScreen | null {
    const { home } = this.screen();
    return home && seenView(home, this.#slack.workspace);
  }

  /** The conversation with the app, oldest first. */
  directMessages(): MessageOnScreen[] {
    return this.screen().app.messages.map((message) => seenMessage(message, this.#channelId()));
  }

  /** A channel's messages as this person sees them, ephemeral ones included, oldest first. */
  messages(channel: string): MessageOnScreen[] {
    const id = this.#channelId(channel);
    const { channels, app } = this.screen();
    const shown = [...channels, app].find((one) => one.id === id);
    return (shown?.messages ?? []).map((message) => seenMessage(message, id));
  }

  /** What Slack said in passing: "… failed because the app did not respond". */
  notices(): string[] {
    return this.screen().notices.map(({ text }) => text);
  }

  /** Fills in fields of the top modal (of Home when no modal is open), by label, in the words on the screen. */
  async fill(values: Record<string, FieldValue>): Promise<Outcome> {
    let outcome: Outcome = { outcome: 'done' };
    for (const [label, value] of Object.entries(values)) {
      outcome = await this.#put(label, value);
      if (outcome.outcome === 'refused') throw new Error(`cannot fill in "${label}": ${outcome.text}`);
    }
    return outcome;
  }

  /** Chooses from a menu; typing is done where the menu loads its options. */
  choose(label: string, text: string): Promise<Outcome> {
    return this.fill({ [label]: text });
  }

  /** What a menu shows after these letters were typed into it. */
  async options(label: string, query = ''): Promise<MenuOnScreen> {
    const { place, one } = this.#field(label);
    const { blockId, actionId } = one;
    const outcome = await this.do({ verb: 'suggest', place, blockId, actionId, query });
    if (outcome.outcome !== 'menu') throw new Error(`"${label}" is no menu`);
    return seenMenu(outcome.menu);
  }

  /**
   * Presses a button by its text: in the top modal (its submit and close buttons too), else in Home or in the newest
   * message that has it. A confirmation dialog is the outcome, unless `confirm` says how to answer it.
   */
  async press(text: string, { confirm }: { confirm?: boolean } = {}): Promise<Outcome> {
    const view = this.#client.views.length > 0 ? this.#topView() : undefined;
    const inBlocks = this.#button(text);
    if (!inBlocks && view?.submit === text) return this.submit();
    if (!inBlocks && view?.close === text) return this.close();
    if (!inBlocks) throw new Error(`there is no button "${text}" on the screen:\n${this.#described()}`);
    return this.do({ verb: 'press', ...inBlocks, ...(confirm !== undefined && { confirmed: confirm }) });
  }

  submit(): Promise<Outcome> {
    return this.do({ verb: 'submit', viewId: this.#topView().id });
  }

  close(): Promise<Outcome> {
    return this.do({ verb: 'close', viewId: this.#topView().id });
  }

  closeAll(): Promise<Outcome> {
    return this.do({ verb: 'closeAll' });
  }

  /** Waits until this gives something, and gives that. Rejects after five seconds, saying what the screen shows. */
  until<T>(look: (screen: Screen) => T | false | null | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const stop = this.#slack.changes.listen(() => attempt());
      const timer = setTimeout(() => {
        stop();
        reject(new Error(`this did not come, the screen shows:\n${this.#described()}`));
      }, patience);
      const attempt = () => {
        const found = look(this.screen());
        if (!found) return;
        stop();
        clearTimeout(timer);
        resolve(found);
      };
      attempt();
    });
  }

  /** Waits until the top modal has this title. */
  untilView(title: string): Promise<ViewOnScreen> {
    return this.until(({ views }) => {
      const top = views.at(-1);
      return top?.title === title && !top.isBusy && seenView(top, this.#slack.workspace);
    });
  }

  /** Waits for a message that this person can see, with these words in its text or blocks: the newest one. */
  untilMessage(words: string | RegExp, channel?: string): Promise<MessageOnScreen> {
    const fits = (text: string) => (typeof words === 'string' ? text.includes(words) : words.test(text));
    return this.until(() =>
      this.messages(this.#channelId(channel))
        .reverse()
        .find(({ text, texts }) => [text, ...texts].some(fits)),
    );
  }

  #put(label: string, value: FieldValue): Promise<Outcome> {
    const { place, one } = this.#field(label);
    const { blockId, actionId } = one;
    const target = { place, blockId, actionId };
    const menu = async (query: string) => {
      const outcome = await this.do({ verb: 'suggest', ...target, query });
      return outcome.outcome === 'menu' ? outcome.menu : undefined;
    };
    return chosenValue(this.#slack, one, value, menu).then((chosen) =>
      this.do({ verb: 'input', ...target, value: chosen }),
    );
  }

  #field(label: string): { place: Place; one: Labelled } {
    const open = this.#client.views.at(-1) ?? this.#client.home;
    const one = labelledIn(open?.blocks ?? []).find((field) => field.label === label);
    if (!open || !one) throw new Error(`there is no field "${label}" on the screen:\n${this.#described()}`);
    return { place: open === this.#client.home ? { in: 'home' } : { in: 'view', viewId: open.id }, one };
  }

  #button(text: string): { place: Place; blockId: string; actionId: string } | undefined {
    const { views, home, channels, app } = this.screen();
    const top = views.at(-1);
    const messages = [app, ...channels]
      .flatMap(({ id, messages }) => messages.map((message) => ({ channel: id, message })))
      .sort((a, b) => b.message.ts.localeCompare(a.message.ts));
    const places: { place: Place; blocks: ScreenView['blocks'] }[] = top
      ? [{ place: { in: 'view', viewId: top.id }, blocks: top.blocks }]
      : [
          { place: { in: 'home' }, blocks: home?.blocks ?? [] },
          ...messages.map(({ channel, message }) => ({
            place: { in: 'message' as const, channel, ts: message.ts },
            blocks: message.blocks,
          })),
        ];
    return places
      .flatMap(({ place, blocks }) => interactiveIn(blocks).map((one) => ({ place, one })))
      .filter(({ one }) => one.element.type === 'button' && one.element.text.text === text)
      .map(({ place, one: { blockId, actionId } }) => ({ place, blockId, actionId }))[0];
  }

  #topView(): ScreenView {
    const view = this.screen().views.at(-1);
    if (!view) throw new Error(`no modal is open, the screen shows:\n${this.#described()}`);
    return view;
  }

  #described(): string {
    return described(this.screen(), this.#slack.workspace);
  }

  #channelId(channel?: string): string {
    const { channels, direct } = { channels: this.#slack.workspace.channels, direct: this.#slack.workspace };
    if (channel === undefined) return direct.direct(this.id).id;
    const named = [...channels.values()].find(({ id, name }) => id === channel || name === channel);
    if (!named) throw new Error(`there is no channel ${channel}`);
    return named.id;
  }
}
