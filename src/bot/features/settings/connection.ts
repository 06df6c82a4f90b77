import type { Bot } from '../../bot.ts';
import { outcomePage } from '../../requests/result-views.ts';
import { textField } from '../../slack/forms/field.ts';
import { modal } from '../../slack/modal.ts';
import { alert, escapeMrkdwn, mrkdwn, paragraph } from '../../slack/views/blocks.ts';
import { connectionVariables } from '../../storage/connection.ts';
import { say } from './messages.ts';

/** Address and token of the onboarding service. They are tested, and saved if that succeeds. Never log them. */
export const connectionPage = modal({
  id: 'settings_connection',
  role: 'hr',
  facts: async ({ connection }: Bot) => ({
    ...connection.rules,
    url: connection.current()?.url,
  }),
  title: () => say().formTitles.connection,
  fields({ fixedUrl, tokenIsFixed }) {
    const { url, urlHint, token, tokenHint } = say().connection;
    return {
      ...(fixedUrl === undefined &&
        !tokenIsFixed && { url: textField({ label: url, hint: urlHint, required: true }) }),
      ...(!tokenIsFixed && {
        // A random block id, so that Slack never fills in an earlier value.
        token: {
          ...textField({ label: token, hint: tokenHint, required: true }),
          suffix: () => crypto.randomUUID(),
        },
      }),
    };
  },
  open({ fixedUrl, tokenIsFixed, url }) {
    const labels = say().connection;
    if (tokenIsFixed) return { above: [fixedNote(labels.token, labels.hidden, connectionVariables.token)] };
    if (fixedUrl === undefined) return { above: [paragraph(labels.intro)], values: { url } };
    return { above: [paragraph(labels.intro), fixedNote(labels.url, fixedUrl, connectionVariables.url)] };
  },
  submit: {
    text: ({ tokenIsFixed }) => (tokenIsFixed ? undefined : say().connection.submit),
    waiting: () => outcomePage(say().formTitles.connection, [paragraph(say().connection.trying)]),
    async run({ fixedUrl, mayBePlain, tokenIsFixed }, _metadata, values, { connection, clock, viewer }) {
      if (tokenIsFixed) return 'close';
      const { stored, notStored } = say().connection;
      const { url: typed = '', token = '' } = values;
      const url = (fixedUrl ?? typed).replace(/\/+$/, '');
      const errors = mistakesIn(url, token, mayBePlain);
      if (errors.url !== undefined || errors.token !== undefined) return { errors };
      const tried = await connection.test({ url, token });
      if (!tried.ok) return { again: [alert('error', notStored(tried.sentence))], values: { url } };
      await connection.save({ url, token }, viewer.userId, clock.now());
      return outcomePage(say().formTitles.connection, [alert('success', stored)]);
    },
  },
});

function fixedNote(label: string, value: string, variable: string) {
  return mrkdwn(`${escapeMrkdwn(label)}: ${escapeMrkdwn(value)}\n${say().fixed(variable)}`);
}

function mistakesIn(url: string, token: string, mayBePlain: (url: string) => boolean) {
  const { plain: unencrypted, noAddress, oneLine } = say().connection;
  const isAddress = /^https?:\/\/[^\s/]+/.test(url) && URL.canParse(url);
  const isPlain = url.startsWith('http://') && !mayBePlain(url);
  return {
    url: isAddress ? (isPlain ? unencrypted : undefined) : noAddress,
    token: /^[\x21-\x7e]+$/.test(token) ? undefined : oneLine,
  };
}
