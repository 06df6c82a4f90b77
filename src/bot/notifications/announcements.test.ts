import { expect, it } from 'vitest';
import { silentLog } from '../../log.ts';
import { newHire } from '../features/newhire/request-type.ts';
import { offboardingRequest } from '../features/offboarding/request-type.ts';
import type { PlannedMessage } from '../ledger/planning/write-plan.ts';
import type { RequestType } from '../requests/define-request.ts';
import { usualReminders } from '../storage/reminders.ts';
import { createPlanner } from './announcements.ts';

const settings = { reminders: usualReminders, timezone: 'UTC', channels: ['C1'] };
const types: RequestType[] = [newHire, offboardingRequest];

/** Fingerprint of the plans' rules after changing one kind's plan. */
function rulesWhere(change: (planned: PlannedMessage[]) => PlannedMessage[], kind: string): string {
  const changed = types.map((type) => {
    const { plan } = type;
    if (!plan || type.kind !== kind) return type;
    return { ...type, plan: { ...plan, of: (...of: Parameters<typeof plan.of>) => change(plan.of(...of)) } };
  });
  return createPlanner(() => settings, changed, silentLog()).rules();
}

it.each(types.map(({ kind }) => kind))(
  'plans every earlier %s anew where another version plans otherwise',
  (kind) => {
    const today = rulesWhere((planned) => planned, kind);
    expect(rulesWhere((planned) => [...planned], kind)).toBe(today);
    const first = createPlanner(() => settings, types, silentLog()).planned;
    const example = types.find((type) => type.kind === kind)?.plan?.examples[0];
    const steps = example ? first(example) : [];
    expect(steps.length).toBeGreaterThan(5);
    const others = [
      ...steps.map((_step, without) => (planned: PlannedMessage[]) => planned.toSpliced(without, 1)),
      (planned: PlannedMessage[]) => planned.map((one) => ({ ...one, due: new Date(one.due.getTime() + 1) })),
      (planned: PlannedMessage[]) => planned.map((one) => ({ ...one, name: 'another' })),
    ];
    const rules = others.map((change) => rulesWhere(change, kind));
    expect(new Set([today, ...rules]).size).toBe(rules.length + 1);
  },
);
