import { type Cleanup, serverThat } from './office.ts';

/** Lists people without their addresses, and drops the answer to the first creation. */
export async function blindService(cleanup: Cleanup) {
  const seen = { creations: 0 };
  const url = await serverThat(cleanup, (request, response) => {
    const say = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.method === 'OPTIONS') return void say(200, {});
    if (request.url === '/api/employees/') return void say(200, [{ id: 1 }, { id: 2 }]);
    if (request.url === '/api/sequences/') return void say(200, []);
    if (request.url !== '/api/users/') return void say(404, {});
    seen.creations += 1;
    if (seen.creations === 1) return void response.destroy();
    return void say(201, { id: 3, first_name: 'Jane', last_name: 'Doe', email: 'jane@acme.example' });
  });
  return { url, token: 'a'.repeat(40), seen };
}
