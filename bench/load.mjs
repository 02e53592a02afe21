import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends one request and reads the whole answer; anything but a success is an error, for a refusal is quick. */
export function send({ url, method = 'GET', headers = {}, body }) {
  const payload = body === undefined ? undefined : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const sent = {
    ...headers,
    ...(payload ? { 'content-type': 'application/json', 'content-length': payload.length } : {}),
  };
  return new Promise((resolve, reject) => {
    const call = request(url, { method, agent, headers: sent }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode < 300) resolve({ status: response.statusCode, text, headers: response.headers });
        else reject(new Error(`${method} ${url} answered ${response.statusCode}: ${text.slice(0, 500)}`));
      });
    });
    call.on('error', reject);
    call.end(payload);
  });
}

/** Sends requests one after the other; answers milliseconds for each. */
export async function oneByOne(count, make) {
  const samples = [];
  for (let i = 0; i < count; i += 1) {
    const call = make(i);
    const begun = performance.now();
    await send(call);
    samples.push(performance.now() - begun);
  }
  return samples;
}

/** Keeps so many requests under way until all are answered; answers milliseconds for each, and requests a second. */
export async function inParallel(count, width, make) {
  const samples = [];
  let next = 0;
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < count) {
        const call = make(next);
        next += 1;
        const from = performance.now();
        await send(call);
        samples.push(performance.now() - from);
      }
    }),
  );
  return { samples, perSecond: (count * 1000) / (performance.now() - begun) };
}
