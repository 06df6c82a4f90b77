import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Cleanup } from '../journeys/office.ts';
import { listening } from '../listening.ts';

export interface Order {
  id: number;
  person: string;
  model: string;
}

/** Faults of a request, before or after the shop acts. */
export const faults = ['error', 'error after', 'drop', 'drop after', 'late after', 'garbage after'] as const;
type Fault = (typeof faults)[number];

/** Shop on the loopback interface: a real server, so that every network fault is possible. */
export async function startShop(cleanup: Cleanup) {
  const orders: Order[] = [];
  let asked = 0;
  let isSecret = false;
  let faultOf: (method: string) => Fault | undefined = () => undefined;

  function answer(method: string | undefined, body: Omit<Order, 'id'> | undefined): [number, unknown] {
    if (method !== 'POST' || !body) return [200, isSecret ? 'secret' : orders];
    asked += 1;
    if (body.model === 'none') return [400, { model: ['There is no such model.'] }];
    if (orders.some(({ person }) => person === body.person)) return [400, { person: ['Has one already.'] }];
    const order = { id: orders.length + 1, ...body };
    orders.push(order);
    return [201, order];
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = request.method === 'POST' ? ((await json(request)) as Omit<Order, 'id'>) : undefined;
    const fault = faultOf(request.method ?? '');
    if (fault === 'drop') return void response.destroy();
    if (fault === 'error') return void response.writeHead(500).end();
    const [status, content] = answer(request.method, body);
    if (fault === 'drop after') return void response.destroy();
    if (fault === 'error after') return void response.writeHead(502).end();
    if (fault === 'late after') await new Promise((resolve) => setTimeout(resolve, 400));
    response.writeHead(status).end(fault === 'garbage after' ? '<html>' : JSON.stringify(content));
  }

  const server = createServer((request, response) => void serve(request, response));
  const { url, close, open } = await listening(cleanup, server);
  return {
    url,
    orders: (): readonly Order[] => orders,
    asked: () => asked,
    failWith: (fault: typeof faultOf) => {
      faultOf = fault;
    },
    keepSecret: (yes: boolean) => {
      isSecret = yes;
    },
    close,
    open,
  };
}
