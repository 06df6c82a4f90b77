import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Cleanup } from '../journeys/office.ts';

export interface Order {
  id: number;
  person: string;
  model: string;
}

/** Faults of a request, before or after the shop acts. */
export const faults = ['error', 'error after', 'drop', 'drop after', 'late after', 'garbage after'] as const;
export type Fault = (typeof faults)[number];

export interface Shop {
  url: string;
  orders(): readonly Order[];
  /** Number of attempted orders, refused and lost ones included. */
  asked(): number;
  /**
   * Makes later requests fail in this way.
   * @param fault returns the fault for a method; undefined for none
   */
  failWith(fault: (method: string) => Fault | undefined): void;
  keepSecret(yes: boolean): void;
  close(): Promise<void>;
  /** Opens it at its earlier address. */
  open(): Promise<void>;
}

/** Shop on the loopback interface: a real server, so that every network fault is possible. */
export async function startShop(cleanup: Cleanup): Promise<Shop> {
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
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  cleanup.later(close);
  return {
    url: `http://127.0.0.1:${port}`,
    orders: () => orders,
    asked: () => asked,
    failWith: (fault) => {
      faultOf = fault;
    },
    keepSecret: (yes) => {
      isSecret = yes;
    },
    close,
    open: () => listen(port),
  };
}
