import { peopleStep } from './features/people/index.ts';
import { sequencesStep } from './features/sequences/index.ts';
import { accessStep, channelsStep, serviceStep } from './features/settings/setup-steps.ts';
import type { SetupStep } from './health/setup-step.ts';

export const setupSteps: readonly SetupStep[] = [
  accessStep,
  serviceStep,
  peopleStep,
  sequencesStep,
  channelsStep,
];
