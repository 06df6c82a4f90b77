import { App, LogLevel, SocketModeReceiver } from '@slack/bolt';
import type { KnownBlock, ModalView } from '@slack/types';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { type DrivenSandbox, patientSlack } from '../driver/sandbox.ts';
import { option, plain, section } from '../sandbox/stage/blocks.ts';
import { startSample } from '../sandbox/stage/stage.ts';
import { seriousFindings } from './axe.ts';
import { choose, command, fill, modal, open } from './hands.ts';
import { openPage, startBrowser } from './stage.ts';
import { inBrowser } from './use-stage.ts';

const colours = ['Red', 'Green', 'Blue'].map(option);
const groups = [
  { label: plain('Warm'), options: [option('Red'), option('Orange')] },
  { label: plain('Cold'), options: [option('Blue')] },
];

type Field = Extract<KnownBlock, { type: 'input' }>;

function field(id: string, element: Field['element'], more: Partial<Field> = {}): Field {
  return { type: 'input', block_id: id, label: plain(id), element: { ...element, action_id: id }, ...more };
}

const fields: KnownBlock[] = [
  field('Single line', { type: 'plain_text_input' }),
  field('Many lines', { type: 'plain_text_input', multiline: true }),
  field('Address', { type: 'email_text_input' }),
  field('Link', { type: 'url_text_input' }),
  field('Number', { type: 'number_input', is_decimal_allowed: false }),
  field('Day', { type: 'datepicker' }),
  field('Time', { type: 'timepicker' }),
  field('One colour', { type: 'static_select', option_groups: groups }),
  field('Colours', { type: 'multi_static_select', options: colours }),
  field('One found', { type: 'external_select', min_query_length: 1 }),
  field('All found', { type: 'multi_external_select', min_query_length: 0 }),
  field('Person', { type: 'users_select' }),
  field('Channel', { type: 'conversations_select' }),
  field('Boxes', { type: 'checkboxes', options: colours }),
  field('Radio', { type: 'radio_buttons', options: colours }),
  field('Told at once', { type: 'plain_text_input' }, { dispatch_action: true, optional: true }),
];

const shown: KnownBlock[] = [
  { type: 'alert', level: 'warning', text: plain('Mind the gap.') },
  { type: 'header', text: plain('A heading') },
  {
    type: 'section',
    text: { type: 'mrkdwn', text: '*Bold* for <@U2> in <#C1>' },
    fields: [plain('*no bold*'), plain('<@U2>')],
    accessory: { type: 'overflow', action_id: 'overflow', options: [option('Archive'), option('Delete')] },
  },
  { type: 'context', elements: [plain('Small print')] },
  { type: 'divider' },
  { type: 'image', image_url: 'https://pictures.example/cat.png', alt_text: 'A cat' },
  {
    type: 'rich_text',
    elements: [
      { type: 'rich_text_list', style: 'bullet', elements: [rich('First'), rich('Second')] },
      { type: 'rich_text_section', elements: [{ type: 'user', user_id: 'U2' }] },
    ],
  },
  {
    type: 'actions',
    elements: [
      { type: 'button', action_id: 'push', text: plain('Push another') },
      { type: 'button', action_id: 'silent', text: plain('Say nothing') },
      {
        type: 'button',
        action_id: 'confirmed',
        style: 'danger',
        text: plain('Delete all'),
        confirm: {
          title: plain('Really?'),
          text: plain('All of it.'),
          confirm: plain('Delete'),
          deny: plain('Keep'),
        },
      },
    ],
  },
];

function rich(text: string) {
  return {
    type: 'rich_text_section' as const,
    elements: [{ type: 'text' as const, text, style: { bold: true } }],
  };
}

const everyView: ModalView = {
  type: 'modal',
  callback_id: 'every',
  title: plain('Everything'),
  submit: plain('Send'),
  blocks: [...shown, ...fields],
};

const secondView: ModalView = {
  type: 'modal',
  title: plain('Another'),
  blocks: [section('On top.')],
};

const manifest = `
display_information: { name: Every }
features:
  app_home: { home_tab_enabled: false }
  bot_user: { display_name: Every }
  slash_commands:
    - { command: /every, description: Opens the form with everything }
    - { command: /silent, description: Is never answered }
    - { command: /say, description: Says it to everybody and to you }
oauth_config: { scopes: { bot: [commands, chat:write] } }
settings: { interactivity: { is_enabled: true }, socket_mode_enabled: true }
`;

const never = new Promise<never>(() => undefined);

async function startEveryApp(sandbox: Sandbox) {
  const heard: string[] = [];
  const receiver = new SocketModeReceiver({
    appToken: sandbox.appToken,
    installerOptions: { clientOptions: { slackApiUrl: sandbox.apiUrl } },
    logLevel: LogLevel.ERROR,
  });
  const clientOptions = { slackApiUrl: sandbox.apiUrl, retryConfig: { retries: 0 } };
  const app = new App({ token: sandbox.botToken, receiver, logLevel: LogLevel.ERROR, clientOptions });
  app.command('/every', async ({ ack, client, command }) => {
    await ack();
    await client.views.open({ trigger_id: command.trigger_id, view: everyView });
  });
  app.command('/silent', () => never);
  app.command('/say', async ({ ack, client, command }) => {
    await ack({ text: 'Between you and me.' });
    await client.chat.postMessage({ channel: command.channel_id, text: command.text });
  });
  app.options('One found', async ({ ack, options }) => {
    await ack({ options: colours.filter(({ value }) => value.includes(options.value)) });
  });
  app.options('All found', async ({ ack }) => ack({ option_groups: groups }));
  app.action('push', async ({ ack, client, body }) => {
    await ack();
    if ('trigger_id' in body)
      await client.views.push({ trigger_id: String(body.trigger_id), view: secondView });
  });
  app.action('silent', () => never);
  app.action(/^(?!push|silent)/, async ({ ack, action }) => {
    heard.push('action_id' in action ? action.action_id : action.type);
    await ack();
  });
  app.view('every', async ({ ack, view }) => {
    heard.push(
      JSON.stringify(
        Object.fromEntries(Object.entries(view.state.values).map(([id, state]) => [id, content(state[id])])),
      ),
    );
    await ack();
  });
  await app.start();
  return { heard, stop: () => app.stop() };
}

function content(state: object | undefined): unknown {
  const [value] = Object.entries(state ?? {}).flatMap(([key, field]) => (key === 'type' ? [] : [field]));
  if (Array.isArray(value)) return value.map((one) => one.value ?? one);
  return typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
}

inBrowser('every element, on the page', () => {
  let sandbox: DrivenSandbox;
  let app: Awaited<ReturnType<typeof startEveryApp>>;
  let browser: Browser;
  let page: Page;
  let said: string[];

  beforeAll(async () => {
    sandbox = await startSample({ manifest, patience: patientSlack });
    [app, browser] = await Promise.all([startEveryApp(sandbox), startBrowser()]);
    ({ page, said } = await openPage(browser, `${sandbox.url}#/U1/C1`));
  });
  afterEach(async () => {
    await sandbox.person('U1').closeAll();
    expect(said.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
    await sandbox?.stop();
  });

  async function openForm(): Promise<void> {
    await open(page, '/every', 'Everything');
  }

  it('can be filled, and the app gets what was put in', async () => {
    await openForm();
    await fill(page, { 'Single line': 'one', 'Many lines': 'two\nlines', Address: 'a@b.example' });
    await fill(page, { Link: 'https://a.example/', Number: '42', Day: '2031-03-03', Time: '09:30' });
    await choose(page, 'One colour', 'ora', 'Orange');
    await choose(page, 'Colours', 'gre', 'Green');
    await choose(page, 'Colours', 'blu', 'Blue');
    await choose(page, 'One found', 'r', 'Red');
    await choose(page, 'All found', '', 'Blue');
    await choose(page, 'Person', 'bob', 'Bob Byrne');
    await choose(page, 'Channel', 'gen', 'general');
    await page.getByRole('group', { name: 'Boxes' }).getByText('Red').click();
    await page.getByRole('group', { name: 'Boxes' }).getByText('Blue').click();
    await page.getByRole('radiogroup', { name: 'Radio' }).getByText('Green').click();
    await page.getByLabel('Told at once').fill('now');
    await page.keyboard.press('Enter');
    await expect.poll(() => app.heard).toContain('Told at once');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send', exact: true }).last().click();
    await modal(page, 'Everything').waitFor({ state: 'detached' });
    expect(JSON.parse(app.heard.at(-1) ?? '')).toEqual({
      'Single line': 'one',
      'Many lines': 'two\nlines',
      Address: 'a@b.example',
      Link: 'https://a.example/',
      Number: '42',
      Day: '2031-03-03',
      Time: '09:30',
      'One colour': 'orange',
      Colours: ['green', 'blue'],
      'One found': 'red',
      'All found': ['blue'],
      Person: 'U2',
      Channel: 'C1',
      Boxes: ['red', 'blue'],
      Radio: 'green',
      'Told at once': 'now',
    });
  });

  it('shows mrkdwn as Slack does and plain text as letters', async () => {
    await openForm();
    const form = modal(page, 'Everything');
    await form.locator('strong', { hasText: 'Bold' }).waitFor();
    expect(await form.locator('.mention').allTextContents()).toEqual([
      '@Bob Byrne',
      '#general',
      '@Bob Byrne',
    ]);
    await form.getByText('*no bold*').waitFor();
    await form.getByText('<@U2>').waitFor();
    await form.getByRole('button', { name: 'Show image: A cat' }).waitFor();
    expect(await form.getByRole('listitem').allTextContents()).toEqual(['First', 'Second']);
  });

  it('asks before an action that wants it, and does nothing when one says no', async () => {
    await openForm();
    const question = page.getByRole('alertdialog', { name: 'Really?' });
    await page.getByRole('button', { name: 'Delete all' }).click();
    await question.getByRole('button', { name: 'Keep' }).click();
    await question.waitFor({ state: 'detached' });
    expect(app.heard).not.toContain('confirmed');
    await page.getByRole('button', { name: 'Delete all' }).click();
    await question.waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => app.heard).toContain('confirmed');
    await page
      .getByRole('button', { name: 'overflow' })
      .or(page.getByRole('button', { name: /Bold/ }))
      .click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await expect.poll(() => app.heard).toContain('overflow');
  });

  it('stacks modals, and goes back to the one below with what was typed', async () => {
    await openForm();
    await page.getByLabel('Single line').fill('kept');
    await page.getByRole('button', { name: 'Push another' }).click();
    await modal(page, 'Another').getByText('On top.').waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await modal(page, 'Everything').waitFor();
    expect(await page.getByLabel('Single line').inputValue()).toBe('kept');
  });

  it('says so when the app does not respond: at a button and to a command', async () => {
    await openForm();
    await page.getByRole('button', { name: 'Say nothing' }).click();
    // Concurrent, since each takes Slack's whole time.
    await sandbox.person('U1').command('/silent', { channel: 'general' });
    await page.getByText('The app did not respond.', { exact: true }).waitFor();
    await page.getByText('/silent failed because the app did not respond').waitFor();
    const dismiss = page.getByRole('button', { name: 'Dismiss' });
    await page.getByRole('button', { name: 'Send', exact: true }).last().focus();
    await page.keyboard.press('Tab');
    expect(await dismiss.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await dismiss.waitFor({ state: 'detached' });
  });

  it('shows messages to everybody, and privately what only one may see', async () => {
    await command(page, '/say *loud* and <clear>');
    await page
      .getByRole('article')
      .filter({ hasText: 'Only visible to you' })
      .getByText('Between you and me.')
      .waitFor();
    await page.getByRole('article').locator('strong', { hasText: 'loud' }).waitFor();
    await command(page, '/unknown');
    await page.getByText('/unknown is not a valid command.').waitFor();
    expect(await page.locator('#composer').inputValue()).toBe('/unknown');
  });

  it('shows what went back and forth, without secrets', async () => {
    await command(page, '/say for the record');
    await page.getByRole('button', { name: 'Traffic' }).click();
    const traffic = page.getByRole('complementary', { name: 'Traffic' });
    await traffic.getByLabel('Filter traffic').fill('for the record');
    await traffic.getByRole('listitem').filter({ hasText: 'slash_commands' }).first().click();
    await traffic.getByText('"•••"').first().waitFor();
    expect(await traffic.textContent()).not.toContain(sandbox.botToken);
    await traffic.getByLabel('Direction').selectOption('From the app');
    await traffic.getByText('chat.postMessage').first().waitFor();
    expect(await traffic.getByText('slash_commands').count()).toBe(0);
    await traffic.getByRole('button', { name: 'Close the panel' }).click();
  });
});
