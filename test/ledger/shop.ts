import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Cleanup } from '../journeys/office.ts';
import { listening } from '../listening.ts';

export interface Order {
  id: number;
  person: string;
  model: string;
}

/** Shop on the loopback interface: a real server, which can be closed. */
export async function startShop(cleanup: Cleanup) {
  const orders: Order[] = [];
  let asked = 0;
  let isBroken = false;

  function answer(method: string | undefined, body: Omit<Order, 'id'> | undefined): [number, unknown] {
    if (method !== 'POST' || !body) return [200, orders];
    asked += 1;
    if (body.model === 'none') return [400, { model: ['There is no such model.'] }];
    if (orders.some(({ person }) => person === body.person)) return [400, { person: ['Has one already.'] }];
    const order = { id: orders.length + 1, ...body };
    orders.push(order);
    return [201, order];
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = request.method === 'POST' ? ((await json(request)) as Omit<Order, 'id'>) : undefined;
    if (isBroken) return void response.writeHead(500).end();
    const [status, content] = answer(request.method, body);
    response.writeHead(status).end(JSON.stringify(content));
  }

  const server = createServer((request, response) => void serve(request, response));
  const { url, close, open } = await listening(cleanup, server);
  return {
    url,
    orders: (): readonly Order[] => orders,
    asked: () => asked,
    /** Answers each request with an error and does nothing. */
    fail: (yes: boolean) => {
      isBroken = yes;
    },
    close,
    open,
  };
}
