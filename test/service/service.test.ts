import { afterAll, beforeAll, expect, it } from 'vitest';
import { onEachDatabase } from '../postgres.ts';
import { startTestService, type TestService } from './start.ts';

onEachDatabase((fresh) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await fresh(), { timezone: 'Europe/Lisbon', language: 'pt' });
    await service.operator.seedDemo();
  });
  afterAll(() => service.stop());

  it('creates a hire with everything, and shows it in the list at once', async () => {
    const answer = await service.post('/api/users/', {
      first_name: 'Zoë',
      last_name: 'Ng',
      email: ' Zoe@Acme.example ',
      role: 0,
      sequences: [2, 1],
    });
    expect(answer.status).toBe(201);
    const created = (await answer.json()) as { id: number };
    expect(created).toMatchObject({
      email: 'zoe@acme.example',
      timezone: 'Europe/Lisbon',
      language: 'pt',
      sequences: [2, 1],
    });
    const list: unknown = await (await service.call('/api/employees/')).json();
    const { id } = created;
    expect(list).toContainEqual({
      id,
      first_name: 'Zoë',
      last_name: 'Ng',
      email: 'zoe@acme.example',
      role: 0,
    });
  });
});
