import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientControl } from '../../src/sandbox/sandbox.ts';
import type { Outcome, Screen, ScreenView, Verb } from '../../src/sandbox/screen.ts';
import type { Workspace } from '../../src/sandbox/workspace/workspace.ts';
import { chosenValue, type FieldValue, type MenuOnScreen, seenMenu } from './choose.ts';
import { channelId, findBeside, findButton, findField, findSpoken } from './find.ts';
import { described, type MessageOnScreen, seenMessage, seenView, type ViewOnScreen } from './seen.ts';
import { until } from './until.ts';

/** Values by the labels of their fields. */
export type Values = Record<string, FieldValue>;

const moreFields = 'More fields';
/** Buttons in the window behind "Settings". */
const inSettings = new Set([
  ...[
    'Connect',
    'Access',
    'Channels',
    'Organization',
    'Reminders',
    'Approval',
    'Texts',
    'Templates',
    'Webhooks',
  ],
  ...['Sequences', 'Import from Slack', 'Keep in step', 'Sync with Slack', 'Check the connection', 'Setup'],
  'New hire sources',
]);
/** Windows that commands open. */
const openedBy: Record<string, string> = { '/newhire': 'New hire', '/offboard': 'Start offboarding' };

/**
 * Acts by the words on the screen. A verb resolves when the app has acknowledged it or its three seconds are
 * over; later effects arrive asynchronously.
 */
export class Person {
  readonly id: string;
  /** Wraps a wait for a message. An office with a clock of its own hurries, as messages come a second apart. */
  waitForMessage = <Seen>(wait: () => Promise<Seen>) => wait();
  readonly #parts: ClientControl;
  readonly #workspace: Workspace;

  constructor(id: string, parts: ClientControl) {
    this.id = id;
    this.#parts = parts;
    this.#workspace = parts.workspace;
  }

  do(verb: Verb): Promise<Outcome> {
    return this.#parts.perform(verb);
  }

  screen(): Screen {
    return structuredClone(this.#parts.snapshot());
  }

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

  /** Opens App Home, and waits until it shows this. */
  async visitHome(words: string | RegExp = ''): Promise<ViewOnScreen> {
    await this.openHome();
    return this.untilHome(words);
  }

  postMessage(channel: string, text: string): Promise<Outcome> {
    return this.do({ verb: 'postMessage', channel: this.#channelId(channel), text });
  }

  view(): ViewOnScreen {
    return seenView(this.#topView(), this.#workspace);
  }

  values() {
    const fields = Object.entries(this.view().fields);
    return Object.fromEntries(fields.map(([label, { value }]) => [label, value]));
  }

  views(): ViewOnScreen[] {
    return this.#parts.snapshot().views.map((view) => seenView(view, this.#workspace));
  }

  pageText(): string {
    return this.views().at(-1)?.texts.join('\n') ?? '';
  }

  homeText(): string {
    return this.home()?.texts.join('\n') ?? '';
  }

  home(): ViewOnScreen | null {
    const { home } = this.#parts.snapshot();
    return home && seenView(home, this.#workspace);
  }

  directMessages(): MessageOnScreen[] {
    return this.#parts.snapshot().app.messages.map((message) => seenMessage(message, this.#channelId()));
  }

  /** Messages of a channel as this person sees them, ephemeral ones included, oldest first. */
  messages(channel: string): MessageOnScreen[] {
    const id = this.#channelId(channel);
    const { channels, app } = this.#parts.snapshot();
    const shown = [...channels, app].find((one) => one.id === id);
    return (shown?.messages ?? []).map((message) => seenMessage(message, id));
  }

  /** Slack's transient notices, such as "… failed because the app did not respond". */
  notices(): string[] {
    return this.#parts.snapshot().notices.map(({ text }) => text);
  }

  async fill(values: Values): Promise<Outcome> {
    let outcome: Outcome = { outcome: 'done' };
    for (const [label, value] of Object.entries(values)) {
      outcome = await this.#put(label, value);
      if (outcome.outcome === 'refused') throw new Error(`cannot fill in "${label}": ${outcome.text}`);
    }
    return outcome;
  }

  /** Uploads a file into a form, in place of the one there. */
  async attach(label: string, name: string, content: string | Uint8Array): Promise<void> {
    const { target } = this.#field(label);
    const files = [{ name, content: Buffer.from(content as string).toString('base64') }];
    const outcome = await this.do({ verb: 'attach', ...target, files });
    if (outcome.outcome !== 'done') throw new Error(`“${label}” doesn’t take ${name}`);
  }

  /** Chooses from a menu; types if the menu loads its options. */
  choose(label: string, text: string): Promise<Outcome> {
    return this.fill({ [label]: text });
  }

  async options(label: string, query = ''): Promise<MenuOnScreen> {
    if (this.#isBehindButton(label)) await this.#showMore(label);
    const { target } = this.#field(label);
    const outcome = await this.do({ verb: 'suggest', ...target, query });
    if (outcome.outcome !== 'menu') throw new Error(`"${label}" is not a menu`);
    return seenMenu(outcome.menu);
  }

  /**
   * Presses a button of the top modal (its submit and close buttons too), else of Home or of the newest
   * message that has it. A confirmation dialog is the outcome, unless `confirm` answers it.
   */
  async press(text: string, { confirm }: { confirm?: boolean } = {}): Promise<Outcome> {
    const screen = this.#parts.snapshot();
    const view = screen.views.at(-1);
    const target = findButton(screen, text);
    if (!target && view?.submit === text) return this.submit();
    if (!target && view?.close === text) return this.close();
    if (!target) throw new Error(`there is no button "${text}" on the screen:\n${this.#described()}`);
    return this.do({ verb: 'press', ...target, ...(confirm !== undefined && { confirmed: confirm }) });
  }

  async pressSpoken(
    spoken: string,
    { confirm, nth = 0 }: { confirm?: boolean; nth?: number } = {},
  ): Promise<Outcome> {
    const target = await this.until((screen) => findSpoken(screen, spoken)[nth]);
    return this.do({ verb: 'press', ...target, ...(confirm !== undefined && { confirmed: confirm }) });
  }

  pressBeside(line: string): Promise<Outcome> {
    const target = findBeside(this.#parts.snapshot(), line);
    if (!target) throw new Error(`there is no button beside "${line}" on the screen:\n${this.#described()}`);
    return this.do({ verb: 'press', ...target });
  }

  /**
   * Waits for the window: the command's window, or one titled like the button, by default. A command closes all
   * windows first.
   */
  async open(what: string, title?: string): Promise<ViewOnScreen> {
    const isCommand = what.startsWith('/');
    if (isCommand) await this.closeAll();
    await (isCommand ? this.command(what) : this.press(what));
    return this.untilView(title ?? openedBy[what.split(' ', 1)[0] ?? ''] ?? what);
  }

  /** Opens a form as `open` does, and fills it in. */
  async fillIn(what: string, values: Values, title?: string): Promise<void> {
    await this.open(what, title);
    await this.fill(values);
  }

  async openFromHome(button: string, title = button): Promise<ViewOnScreen> {
    await this.pressInHome(button);
    return this.untilView(title);
  }

  /** Closes all windows, and waits in App Home for the button. */
  async pressInHome(button: string, answer: { confirm?: boolean } = {}): Promise<Outcome> {
    if (inSettings.has(button)) await this.openSettings(button);
    else {
      await this.closeAll();
      await this.openHome();
      await this.until(() => this.home()?.buttons.includes(button));
    }
    return this.press(button, answer);
  }

  /** Opens the page of the first person in App Home; of the newest entry if nobody is there. */
  async openPerson(): Promise<ViewOnScreen> {
    await this.closeAll();
    await this.openHome();
    await this.until(() => this.home()?.buttons.includes('Find a person'));
    if (!this.home()?.buttons.includes('Details')) await this.open('Find a person');
    await this.press('Details');
    return this.untilView('Person');
  }

  /** Closes all windows, and opens "Settings" from App Home, again until it shows these words or this button. */
  async openSettings(words: string | RegExp = ''): Promise<ViewOnScreen> {
    for (let count = 0; count < 20; count += 1) {
      await this.closeAll();
      await this.openHome();
      await this.until(() => this.home()?.buttons.includes('Settings'));
      await this.press('Settings');
      const view = await this.untilView('Settings');
      if (fits(words, this.pageText()) || view.buttons.some((button) => button === words)) return view;
      await sleep(100);
    }
    throw new Error(`“Settings” doesn’t show ${words}:\n${this.#described()}`);
  }

  async pressUntil(
    button: string,
    words: string | RegExp,
    answer: { confirm?: boolean } = {},
  ): Promise<void> {
    await this.press(button, answer);
    await this.untilPage(words);
  }

  async submitUntil(words: string | RegExp, values?: Values): Promise<void> {
    await this.submit(values);
    await this.untilPage(words);
  }

  /** Submits the top window, confirms if a confirmation page follows, and waits for the window after it. */
  async send(title: string, values?: Values): Promise<ViewOnScreen> {
    await this.submitAndAgree(values);
    return this.untilView(title);
  }

  async submitAndAgree(values?: Values): Promise<Outcome> {
    const outcome = await this.submit(values);
    const { title, submit } = this.view();
    const asks = /^(Check and|Change last day)/.test(title) && submit !== 'Continue';
    return asks ? this.submit() : outcome;
  }

  /** Submits the top window, with these values filled in first. */
  async submit(values?: Values): Promise<Outcome> {
    if (values) await this.fill(values);
    return this.do({ verb: 'submit', viewId: this.#topView().id });
  }

  close(): Promise<Outcome> {
    return this.do({ verb: 'close', viewId: this.#topView().id });
  }

  closeAll(): Promise<Outcome> {
    return this.do({ verb: 'closeAll' });
  }

  /** Waits until `look` returns a value. Rejects with the screen's contents after the patience of `until`. */
  until<T>(look: (screen: Screen) => T | false | null | undefined): Promise<T> {
    return until(
      this.#parts.changes,
      () => look(this.#parts.snapshot()),
      () => this.#described(),
    );
  }

  untilView(title: string): Promise<ViewOnScreen> {
    return this.until(({ views }) => {
      const top = views.at(-1);
      return top?.title === title && !top.isBusy && seenView(top, this.#workspace);
    });
  }

  untilPage(words: string | RegExp): Promise<ViewOnScreen> {
    return this.until(() => fits(words, this.pageText()) && this.view());
  }

  untilHome(words: string | RegExp): Promise<ViewOnScreen> {
    return this.until(() => fits(words, this.homeText()) && this.home());
  }

  untilMessage(words: string | RegExp, channel?: string): Promise<MessageOnScreen> {
    const look = () =>
      this.messages(this.#channelId(channel))
        .reverse()
        .find(({ text, texts }) => [text, ...texts].some((one) => fits(words, one)));
    return this.waitForMessage(() => this.until(look));
  }

  async #put(label: string, value: FieldValue): Promise<Outcome> {
    if (this.#isBehindButton(label)) await this.#showMore(label);
    const { target, one } = this.#field(label);
    const menu = async (query: string) => {
      const outcome = await this.do({ verb: 'suggest', ...target, query });
      return outcome.outcome === 'menu' ? outcome.menu : undefined;
    };
    const chosen = await chosenValue(this.#workspace, one, value, menu);
    return this.do({ verb: 'input', ...target, value: chosen });
  }

  /** Whether the form shows this field only after "More fields". */
  #isBehindButton(label: string): boolean {
    const screen = this.#parts.snapshot();
    return !findField(screen, label) && findButton(screen, moreFields) !== undefined;
  }

  async #showMore(label: string): Promise<void> {
    await this.press(moreFields);
    await this.until((screen) => findField(screen, label));
  }

  #field(label: string): NonNullable<ReturnType<typeof findField>> {
    const field = findField(this.#parts.snapshot(), label);
    if (!field) throw new Error(`there is no field "${label}" on the screen:\n${this.#described()}`);
    return field;
  }

  #topView(): ScreenView {
    const view = this.#parts.snapshot().views.at(-1);
    if (!view) throw new Error(`no modal is open, the screen shows:\n${this.#described()}`);
    return view;
  }

  #described(): string {
    return described(this.#parts.snapshot(), this.#workspace);
  }

  #channelId(wanted?: string): string {
    return channelId(this.#workspace, this.id, wanted);
  }
}

function fits(words: string | RegExp, text: string): boolean {
  return typeof words === 'string' ? text.includes(words) : words.test(text);
}
