import { createHmac } from 'node:crypto';
import { Pool } from 'undici';
import { hr, team } from './stand-ins.ts';

export const signingSecret = 'bench-signing-secret';

/** Posts signed requests like Slack, over one kept connection per concurrent request. */
export function slackTo(url: string) {
  const client = new Pool(url);
  async function post(form: Record<string, string>): Promise<void> {
    const body = new URLSearchParams(form).toString();
    const timestamp = String(Math.floor(Date.now() / 1000));
    const mac = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex');
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': `v0=${mac}`,
    };
    const answer = await client.request({ method: 'POST', path: '/slack/events', headers, body });
    if (answer.statusCode !== 200) throw new Error(`The app answered with status ${answer.statusCode}.`);
    await answer.body.text();
  }
  const from = { user: { id: hr, team_id: team }, team: { id: team } };
  return {
    command: (trigger: string) =>
      post({
        command: '/newhire',
        text: '',
        user_id: hr,
        team_id: team,
        trigger_id: trigger,
        response_url: url,
      }),
    menu(value: string) {
      const view = { id: 'V1', callback_id: 'newhire', private_metadata: '', state: { values: {} } };
      const suggestion = {
        type: 'block_suggestion',
        action_id: 'newhire_manager',
        block_id: 'manager',
        value,
      };
      return post({ payload: JSON.stringify({ ...from, ...suggestion, view }) });
    },
    close: () => client.close(),
  };
}
