import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testClock } from '../clock.ts';
import { order } from './laptop.ts';
import { startTrialLedger } from './trial-ledger.ts';

/** Ledger in its own process, to be killed: `POST /7` submits number 7 and answers once it is saved. */
const [databaseUrl = '', shopUrl = '', mailboxUrl = ''] = process.argv.slice(2);
const { ledger } = await startTrialLedger({
  databaseUrl,
  shopUrl,
  mailboxUrl,
  clock: testClock({ speed: 20 }),
});

const server = createServer(async (request, response) => {
  const { accepted, answers } = await ledger.submit(order(Number(request.url?.slice(1))));
  answers.forget();
  response.end(accepted.kind);
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ url: `http://127.0.0.1:${port}` });
});
process.on('disconnect', () => process.exit());
