import type { AlertBlock, Button, KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { pause } from '../../../time/clock.ts';
import type { Bot } from '../../bot.ts';
import type { EndpointState } from '../../ledger/webhooks/webhooks.ts';
import { outcomePage } from '../../requests/result-views.ts';
import type { ActionButton, By } from '../../slack/button.ts';
import { textField, tickField } from '../../slack/forms/field.ts';
import { modal } from '../../slack/modal.ts';
import { alert, growingList, mrkdwn, note, paragraph, row } from '../../slack/views/blocks.ts';
import { option } from '../../slack/views/view.ts';
import { type Endpoint, hostOf, mostEndpoints } from '../../storage/webhook-endpoints.ts';
import { mistakeInAddress } from '../../webhooks/address.ts';
import { type ChosenType, eventGroups } from '../../webhooks/event.ts';
import { say as sayAddress } from '../../webhooks/messages.ts';
import { say } from './messages.ts';

/** Family of both windows, which open in each other's place. */
const family = 'webhook';

const groupNames = ['hires', 'tasks', 'departures'] as const;

interface Facts {
  endpoints: readonly (Endpoint & { state: EndpointState })[];
  timezone: string;
}

/** All webhooks with their latest answers. */
export const webhooksWindow = modal({
  id: 'webhooks',
  family,
  role: 'hr',
  async facts({ endpoints, ledger, settings }: Bot): Promise<Facts> {
    const withState = async (one: Endpoint) => ({ ...one, state: await ledger.webhooks.stateOf(one.id) });
    const { timezone } = settings();
    return { endpoints: await Promise.all((await endpoints.list()).map(withState)), timezone };
  },
  title: () => say().title,
  open({ endpoints, timezone }) {
    const isFull = endpoints.length >= mostEndpoints;
    const add = isFull ? [] : [webhookWindow.opener('add')({ id: null }, { text: say().add })];
    const entries = endpoints.flatMap((endpoint) => endpointBlocks(endpoint, timezone));
    return { above: growingList({ ...say(), full: say().full(mostEndpoints) }, add, entries) };
  },
  actions: {
    async test(_facts, _metadata, { value: id = '' }, by: By<Bot>) {
      const { ledger, clock, viewer } = by;
      const now = clock.now();
      const key = `test:${id}:${viewer.userId}:${now.toISOString()}`;
      const of = { type: 'test', person: key, endpoint: id, data: {} };
      await ledger.webhooks.emit([{ ...of, key }]);
      const answer = await answerTo(id, now, by);
      return { again: [alert(answer?.isDelivered ? 'success' : 'info', tested(answer, by))] };
    },
    async again(_facts, _metadata, { value: id = '' }, { ledger }: By<Bot>) {
      return { again: [alert('success', say().resent(await ledger.webhooks.again(id)))] };
    },
    async rotate({ endpoints: known }, _metadata, { value: id = '' }, { endpoints, viewer }: By<Bot>) {
      const secret = await endpoints.rotate(id, viewer.userId);
      if (secret === undefined) return { again: [alert('warning', say().gone)] };
      const host = hostOf(known.find((one) => one.id === id)?.url ?? '');
      return secretPage(host, secret, [note(say().overlap)]);
    },
    async remove({ endpoints: known }, _metadata, { value: id = '' }, { endpoints, viewer }: By<Bot>) {
      const isRemoved = await endpoints.remove(id, viewer.userId);
      const host = hostOf(known.find((one) => one.id === id)?.url ?? '');
      return { again: [isRemoved ? alert('success', say().removed(host)) : alert('warning', say().gone)] };
    },
  },
});

function tested(answer: EndpointState['answers'][number] | undefined, { settings }: Bot): string {
  return say().tested(answer && say().answer(answer, settings().timezone));
}

/** How long a test waits for its answer, in milliseconds, and how often it looks. */
const patience = { looks: 8, every: 250 };

async function answerTo(id: string, since: Date, { ledger, clock }: Bot) {
  for (let looks = 0; looks < patience.looks; looks += 1) {
    const { answers } = await ledger.webhooks.stateOf(id);
    const answer = answers.find((one) => one.type === 'test' && one.at >= since);
    if (answer) return answer;
    await pause(clock, patience.every);
  }
  return undefined;
}

function endpointBlocks(endpoint: Facts['endpoints'][number], timezone: string): KnownBlock[] {
  const { id, url, state, isFixed } = endpoint;
  const host = hostOf(url);
  const { of, edit, test, again, rotate, remove, confirmRemoval, confirmSecret } = say();
  const button = (name: string, text: string, asks?: ActionButton['asks']): Button =>
    webhooksWindow.actionButton(name, { text, spoken: of(text, host), value: id, ...(asks && { asks }) });
  const own = [
    webhookWindow.button({ id }, { text: edit, spoken: of(edit, host) }),
    button('rotate', rotate, confirmSecret),
    button('remove', remove, confirmRemoval),
  ];
  return [
    paragraph([host, chosenLine(endpoint), ...stateLines(endpoint, timezone)].join('\n')),
    ...answerNotes(state, timezone),
    ...row(
      button('test', test),
      ...(state.givenUp > 0 || endpoint.failingSince ? [button('again', again)] : []),
      ...(isFixed ? [] : own),
    ),
  ];
}

function chosenLine({ types, withNames }: Endpoint): string {
  const { groups, withoutNames } = say();
  const chosen = groupNames.filter((name) => eventGroups[name].some((type) => types.includes(type)));
  return [...chosen.map((name) => groups[name]), ...(withNames ? [] : [withoutNames])].join(' · ');
}

function stateLines(
  { failingSince, state, isFixed }: Facts['endpoints'][number],
  timezone: string,
): string[] {
  const { failingSince: failing, waiting, givenUp, fixed } = say();
  const parts = [
    ...(failingSince ? [failing(failingSince, timezone)] : []),
    ...(state.waiting > 0 ? [waiting(state.waiting)] : []),
    ...(state.givenUp > 0 ? [givenUp(state.givenUp)] : []),
  ];
  return [...(parts.length > 0 ? [parts.join(' · ')] : []), ...(isFixed ? [fixed] : [])];
}

function answerNotes({ answers }: EndpointState, timezone: string): KnownBlock[] {
  const lines = answers.map((one) => say().answer(one, timezone));
  return [note(lines.length > 0 ? lines.join('\n') : say().noAnswer)];
}

function secretPage(host: string, secret: string, further: readonly KnownBlock[] = []): ModalView {
  const { title, secretOf, secret: shown } = say();
  return outcomePage(title, [alert('success', secretOf(host)), mrkdwn(shown(secret)), ...further]);
}

/** @param said result of the previous step */
function listPage(by: By<Bot>, said: AlertBlock): Promise<ModalView> {
  return webhooksWindow.current({}, by, { again: [said] });
}

/** A webhook's address and events. */
export const webhookWindow = modal({
  id: 'webhook',
  family,
  role: 'hr',
  metadata: z.object({ id: z.string().nullable() }),
  /** When the webhook that the form shows was saved. */
  kept: z.object({ seen: z.string() }),
  openers: ['add'],
  async facts(by: By<Bot>, { id }: { id: string | null }) {
    const endpoint = id === null ? undefined : await by.endpoints.find(id);
    if (id !== null && (!endpoint || endpoint.isFixed)) return listPage(by, alert('warning', say().gone));
    return { endpoint };
  },
  title: () => say().form,
  fields() {
    const { address, addressHint, groups, events, departuresHint, withNames, names } = say();
    const group = (name: (typeof groupNames)[number], hint?: string) =>
      tickField({
        label: groups[name],
        ...(hint !== undefined && { hint }),
        entries: eventGroups[name].map((type: ChosenType) => option(events[type], type)),
      });
    return {
      url: textField({ label: address, hint: addressHint, required: true, most: 1_000 }),
      hires: group('hires'),
      tasks: group('tasks'),
      departures: group('departures', departuresHint),
      names: tickField({ label: withNames, entries: [option(names, 'yes')] }),
    };
  },
  open({ endpoint }: { endpoint: Endpoint | undefined }) {
    const of = (name: (typeof groupNames)[number]) =>
      endpoint ? eventGroups[name].filter((type) => endpoint.types.includes(type)) : undefined;
    const values = {
      url: endpoint?.url,
      hires: of('hires') ?? [...eventGroups.hires],
      tasks: of('tasks'),
      departures: of('departures'),
      names: (endpoint?.withNames ?? true) ? ['yes'] : [],
    };
    return { values, keep: { seen: endpoint?.setAt.toISOString() ?? '' } };
  },
  submit: {
    text: () => say().save,
    async run({ endpoint }, { seen }, values, by) {
      const { noTypes, changed, saved, gone, full } = say();
      const url = (values.url ?? '').trim();
      const types = groupNames.flatMap((name) =>
        eventGroups[name].filter((type) => values[name]?.includes(type)),
      );
      const mistake = mistakeInAddress(url, by.webhookRules.mayBePrivate);
      if (mistake) return { errors: { url: sayAddress().mistakes[mistake] } };
      if (types.length === 0) return { errors: { hires: noTypes } };
      const choice = { url, types, withNames: values.names?.includes('yes') ?? false };
      const { endpoints, viewer } = by;
      if (!endpoint) {
        const added = await endpoints.add(choice, viewer.userId);
        return added ? secretPage(hostOf(url), added.secret) : { errors: { url: full(mostEndpoints) } };
      }
      const setAt = endpoint.setAt.toISOString();
      if (setAt !== seen) return { again: [alert('warning', changed)], values, keep: { seen: setAt } };
      const isSaved = await endpoints.change(endpoint.id, choice, viewer.userId);
      return listPage(by, isSaved ? alert('success', saved(hostOf(url))) : alert('warning', gone));
    },
  },
});
