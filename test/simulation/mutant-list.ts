/** Plausible mistakes: a text of one file, and its replacement. */
export interface Mutant {
  name: string;
  file: string;
  from: string;
  to: string;
}

const ledger = 'src/bot/ledger';
const imports = 'src/bot/features/newhire/imports';

export const mutants: readonly Mutant[] = [
  {
    name: 'a lease that somebody holds is taken all the same',
    file: `${ledger}/queue.ts`,
    from: '\n  and lease_until is null`',
    to: '`',
  },
  {
    name: 'what was under way at a crash counts as not sent',
    file: `${ledger}/delivery/attempt.ts`,
    from: "request.state === 'outcome_unknown' ? await afterDoubt(request, options) : undefined",
    to: 'undefined',
  },
  {
    name: 'an answer that is lost counts as nothing done',
    file: `${ledger}/delivery/attempt.ts`,
    from: 'outcomeUnknown: sent && failure.facts.mayHaveHadEffect',
    to: 'outcomeUnknown: false',
  },
  {
    name: 'the outcome is written before the answer is known',
    file: `${ledger}/delivery/attempt.ts`,
    from: 'return failed(failure, { sent: true });',
    to: "return { kind: 'ended', outcome: { kind: 'done', resultId: null, confirmed: true } };",
  },
  {
    name: 'a message whose answer is lost is not looked for',
    file: `${ledger}/outbox/outbox.ts`,
    from: 'if (!message.doubtful) return undefined;',
    to: 'if (message.id > 0) return undefined;',
  },
  {
    name: 'a reminder about several names one',
    file: 'src/bot/notifications/announcements.ts',
    from: 'await builderOf({ ...stored, about: planned.about })?.(target, others)',
    to: 'await builderOf({ ...stored, about: planned.about })?.(target)',
  },
  {
    name: 'a reminder is another message each time somebody looks',
    file: 'src/bot/features/offboarding/approval/announcements.ts',
    from: ':hr`;\n}',
    to: ':hr` + Math.random();\n}',
  },
  {
    name: 'a decision is not checked at the press',
    file: `${ledger}/approvals.ts`,
    from: "return request.state === 'awaiting_approval' ? say(tx, request) : { kind: 'over', request };",
    to: 'return say(tx, request);',
  },
  {
    name: 'what is cancelled is cancelled although it may be under way',
    file: `${ledger}/requests/review.ts`,
    from: "const certain = request.state === 'pending' && request.outcomeUnknownAt === null;",
    to: 'const certain = true;',
  },
  {
    name: 'the plan ignores another start day',
    file: `${ledger}/requests/change-day.ts`,
    from: 'await planAnew(tx, amended);',
    to: '',
  },
  {
    name: 'a newer request leaves the older one’s plan',
    file: `${ledger}/planning.ts`,
    from: '    .where(isNewest)\n',
    to: '',
  },
  {
    name: 'the same form makes a second request',
    file: `${ledger}/requests/accept.ts`,
    from: 'submission: request.submission,\n    requester',
    to: 'submission: request.submission + Math.random(),\n    requester',
  },
  {
    name: 'an offboarding is announced in the channels',
    file: 'src/bot/features/offboarding/request-type.ts',
    from: "started.message(toHr('private', others), {}),",
    to: "started.message({ ...toHr('private', others), recipient: { channel: 'C0HIRES' } }, {}),",
  },
  {
    name: 'whoever asked hears nothing of the end',
    file: `${ledger}/requests/complete.ts`,
    from: 'await enqueue(tx, tx.words.ended(request), mayBeShown ? untilTheFormHasIt : 0);',
    to: '',
  },
  {
    name: 'a message is posted without a last look at who holds it',
    file: `${ledger}/outbox/outbox.ts`,
    from: 'if (await mayPost(db, message)) return;',
    to: 'if ((await mayPost(db, message)) || true) return;',
  },
  {
    name: 'a last day leaves the start as it is',
    file: `${ledger}/requests/presence.ts`,
    from: 'return departures.find((departure) => endsStart(start, departure));',
    to: 'return departures.find((departure) => endsStart(start, departure) && false);',
  },
  {
    name: 'somebody who is gone from the service is announced',
    file: `${ledger}/requests/missing.ts`,
    from: 'return missingSince !== null && keptBy === null',
    to: "return missingSince === '' && keptBy === null",
  },
  {
    name: 'what a clock that was a day ahead has written is left for a day',
    file: `${ledger}/tables/upkeep.ts`,
    from: 'turns % waitsEvery === 0 ? await endLongWaits(database) : 0;',
    to: 'turns * waitsEvery * 0 * Number(endLongWaits.length);',
  },
  {
    name: 'a service that is away is asked without a pause',
    file: `${ledger}/circuit-breaker.ts`,
    from: 'return Math.min(pauseAfter(probes),',
    to: 'return Math.min(1_000 + pauseAfter(probes) * 0,',
  },
  {
    name: 'an event is stored after its cause, outside the transaction',
    file: `${ledger}/requests/complete.ts`,
    from: "await emit(tx, tx.words.events(request, { kind: 'done' }));",
    to: `void Promise.resolve().then(() => new Promise((done) => setTimeout(done, 0))).then(() => emit(tx, tx.words.events(request, { kind: 'done' }))).catch(() => {});`,
  },
  {
    name: 'an event overtakes an earlier one about the same person',
    file: `${ledger}/webhooks/webhooks.ts`,
    from: '    .where(isFirst)\n',
    to: '',
  },
  {
    name: 'each attempt of an event has another id',
    file: 'src/bot/webhooks/event.ts',
    from: 'JSON.stringify({ id, type,',
    to: 'JSON.stringify({ id: id + Math.random(), type,',
  },
  {
    name: 'an answer that is lost counts as taken',
    file: 'src/bot/webhooks/post.ts',
    from: "return { kind: 'failed', answer: signal.aborted",
    to: "return { kind: 'delivered', answer: signal.aborted",
  },
  {
    name: 'every other system hears of departures',
    file: 'src/bot/storage/webhook-endpoints.ts',
    from: 'types: JSON.stringify(types)',
    to: "types: JSON.stringify([...types, 'offboarding.started'])",
  },
  {
    name: 'every other system gets names',
    file: 'src/bot/webhooks/post.ts',
    from: 'endpoint.with_names === 1',
    to: 'endpoint.with_names >= 0',
  },
  {
    name: 'a start that was called off has begun all the same',
    file: 'src/bot/webhooks/of-request.ts',
    from: "return { kind: 'dropped' } as const;",
    to: 'return undefined;',
  },
  {
    name: 'a start in doubt has begun all the same',
    file: 'src/bot/webhooks/of-request.ts',
    from: 'if (!(await ledger.presence.isUncertain(request))) return undefined;',
    to: "if (type !== '') return undefined;",
  },
  {
    name: 'a start that is added on its day never begins',
    file: `${ledger}/requests/complete.ts`,
    from: '  await emitBegun(tx, followed);\n',
    to: '',
  },
  {
    name: 'the plan forgets that a day begins',
    file: `${ledger}/planning.ts`,
    from: 'let next = begins && begins > now ? begins : undefined;',
    to: 'let next: Date | undefined;',
  },
  {
    name: 'an event of another system counts as read before it is',
    file: 'src/bot/storage/starter-events.ts',
    from: '.set({ lease_until: claimedUntil(',
    to: ".set({ state: 'done', lease_until: claimedUntil(",
  },
  {
    name: 'a repeat is another proposal',
    file: 'src/bot/features/newhire/starters/intake.ts',
    from: "key: hash('sha256', starter.key, 'base64url'),",
    to: 'key: starter.key + Math.random(),',
  },
  {
    name: 'HR hears nothing of events that were given up',
    file: `${ledger}/webhooks/webhooks.ts`,
    from: 'await enqueue(tx, [tx.words.eventsGivenUp(endpoint.id, tx.today(tx.now))]);',
    to: '',
  },
  {
    name: 'the rest of an import that runs can’t be cancelled',
    file: `${imports}/run.ts`,
    from: "'newhire_import_cancel', ['running', 'paused'], 'cancelled'",
    to: "'newhire_import_cancel', ['paused'], 'cancelled'",
  },
  {
    name: 'a row of an import that was declined counts as added',
    file: 'src/bot/storage/hire-imports.ts',
    from: "const added = sum(({ request }) => request === 'done');",
    to: "const added = sum(({ request }) => request === 'done' || request === 'rejected');",
  },
  {
    name: 'a row that is left out is added',
    file: `${imports}/dry-run.ts`,
    from: "if ('errors' in looked || problems.length > 0) return leftOut(number, problems);",
    to: "if ('errors' in looked) return leftOut(number, problems);",
  },
  {
    name: 'an import ends before its last update',
    file: `${imports}/run.ts`,
    from: 'if (isOver && isShown) await end(one, counts);',
    to: 'if (isOver) await end(one, counts);',
  },
  {
    name: 'messages of a lane don’t wait for each other',
    file: `${ledger}/outbox/message.ts`,
    from: 'lane: lane ?? null,',
    to: 'lane: (planned && lane) ?? null,',
  },
  {
    name: 'the report leaves out who was declined',
    file: `${imports}/run.ts`,
    from: "request !== 'done');",
    to: "request !== 'done' && request !== 'rejected');",
  },
  {
    name: 'a message that was sent with another is looked for by its own id',
    file: `${ledger}/outbox/together.ts`,
    from: "state: 'sending', metadata_id: metadataId",
    to: "state: 'sending'",
  },
  {
    name: 'a message that may have been sent with another is new',
    file: `${ledger}/outbox/together.ts`,
    from: '{ doubtful: 1, due_at: visible.toISOString() }',
    to: '{ doubtful: 0 }',
  },
  {
    name: 'a message is lost with the other that says it',
    file: `${ledger}/outbox/together.ts`,
    from: '...others.flatMap(({ request }) => request ?? []),',
    to: '',
  },
];

/** Whether the text to replace occurs exactly once. */
export function isThere({ from }: Mutant, text: string): boolean {
  return text.split(from).length === 2;
}
