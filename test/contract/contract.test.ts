import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onEachDatabase } from '../postgres.ts';
import { useTestService } from '../service/start.ts';
import { type Api, apiAt, employees } from './api.ts';
import { type ReleasedDeployment, startReleasedDeployment } from './released-deployment.ts';
import { readingRules } from './rules.ts';
import { writingRules } from './writing-rules.ts';

describe('our service', () => {
  onEachDatabase((fresh) => {
    const service = useTestService(fresh);
    let api: Api;
    beforeAll(async () => {
      await service.operator.seedDemo();
      api = apiAt(service.url, service.token);
    });

    it.each(readingRules)('$title (section $section)', async ({ check }) => {
      const before = await employees(api);
      await check(api);
      expect(await employees(api)).toEqual(before);
    });

    it.each(writingRules)('$title (section $section)', ({ check }) => check(api));
  });
});

describe('a released deployment', () => {
  let deployment: ReleasedDeployment;
  let api: Api;
  beforeAll(async () => {
    const token = 'f'.repeat(40);
    deployment = await startReleasedDeployment({ token, employees: [{ email: 'hr@acme.example', role: 1 }] });
    api = apiAt(deployment.url, token);
  });
  afterAll(() => deployment.stop());

  /** Rules that released deployments violate. */
  const notKept = [
    'gives back the id of the created object, the one that stands in the list',
    'promises that a repeat with the same Idempotency-Key changes nothing',
  ];

  it.each([...readingRules, ...writingRules])(
    'keeps, or is known not to keep: $title',
    async ({ title, check }) => {
      if (notKept.includes(title)) await expect(check(api)).rejects.toThrow();
      else await check(api);
    },
  );
});
