import { peopleStep } from './features/people/setup-step.ts';
import { sequencesStep } from './features/sequences/setup-step.ts';
import { accessStep, channelsStep, serviceStep } from './features/settings/setup-steps.ts';
import type { SetupStep } from './health/setup-step.ts';

export const setupSteps: readonly SetupStep[] = [
  accessStep,
  serviceStep,
  peopleStep,
  sequencesStep,
  channelsStep,
];
