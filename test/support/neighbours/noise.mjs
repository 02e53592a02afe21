// The noisy account's program, a process of its own with the least priority, so that what it computes itself disturbs
// nobody. It gets one load as a message, sends its requests in turn over as many connections as it says, and tells how
// they were answered.
import { setMaxListeners } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

setPriority(19);

/** Sends one request and reads its answer; 0 where it broke, or was given up. */
function send(base, agent, { method, path, headers = {}, body }, signal) {
  return new Promise((answered) => {
    const asked = request(`${base}${path}`, { method, headers, agent, signal }, (response) => {
      response.on('data', () => undefined).on('end', () => answered(response.statusCode));
      response.on('error', () => answered(0));
    });
    asked.on('error', () => answered(0));
    asked.end(body);
  });
}

/** A text with this in place of its `{{once}}`; pictures are sent as they are. */
const once = (body, text) => (typeof body === 'string' ? body.replaceAll('{{once}}', text) : body);

/** Drives the load until its time is over; what is under way then is given up. */
async function drive({ base, requests, bodies, callers, addresses, forMs }) {
  const statuses = {};
  const over = new AbortController();
  setMaxListeners(0, over.signal);
  let next = 0;
  const caller = async (index) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: addresses[index % addresses.length] });
    while (!over.signal.aborted) {
      const asked = requests[next++ % requests.length];
      const body = asked.body === undefined ? undefined : once(bodies[asked.body], `${process.pid}-${next}`);
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const sent = { ...asked, body, headers: { ...asked.headers, ...length } };
      const status = await send(base, agent, sent, over.signal);
      if (over.signal.aborted) break;
      statuses[status] = (statuses[status] ?? 0) + 1;
      // Whom the service refuses at once would else measure how quickly it refuses.
      if (status === 0 || status === 429 || status === 503) await delay(50);
    }
    agent.destroy();
  };
  const all = Array.from({ length: callers }, (_, index) => caller(index));
  await delay(forMs);
  over.abort();
  await Promise.all(all);
  return statuses;
}

/** Opens connections and says nothing on them, until the time is over. */
async function idle({ base, idle: count, addresses, forMs }) {
  const { hostname, port } = new URL(base);
  let refused = 0;
  const open = Array.from({ length: count }, (_, index) =>
    connect({ host: hostname, port: Number(port), localAddress: addresses[index % addresses.length] }).on(
      'error',
      () => {
        refused += 1;
      },
    ),
  );
  await delay(forMs);
  for (const socket of open) socket.destroy();
  return { 200: count - refused, 0: refused };
}

process.on('message', async (load) => process.send(await (load.idle ? idle(load) : drive(load))));
