import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { quantile } from './statistics.mjs';

const WARM_UP_MS = 300;
const CLOSED = new Set(['ECONNRESET', 'EPIPE']);
// The disturbed clients send at the pace of people, not as fast as possible: two cores are soon saturated.
const PAUSE_MS = 5;
const BYSTANDERS = 2;
const IDLE_MS = 1_000;

/** Where requests go, over connections that stay open. */
export function target(port, headers = {}) {
  return { port, headers, agent: new Agent({ keepAlive: true, maxSockets: 64 }), idle: [] };
}

/**
 * Sends one request and reads its answer to the end. Anything but a success, or the one `refusal` expected, is an
 * error, as is an answer of which `holds` is not true.
 */
export function send(call) {
  return sendOver(call.to.agent, call);
}

function sendOver(agent, call) {
  const { to, method = 'GET', path, body, headers, type = 'application/json', refusal, holds } = call;
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const about = body ? { 'content-type': type, 'content-length': Buffer.byteLength(body) } : {};
    const address = { host: '127.0.0.1', port: to.port, agent, method, path };
    const sent = request({ ...address, headers: { ...to.headers, ...headers, ...about } }, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.once('error', reject);
      answer.once('end', () => {
        const ms = performance.now() - started;
        const text = Buffer.concat(parts).toString();
        const status = answer.statusCode ?? 0;
        const isExpected = refusal ? status === refusal : status >= 200 && status < 300;
        if (isExpected && (holds?.(text) ?? true)) resolve({ ms, text, headers: answer.headers });
        else reject(new Error(`${method} ${path} answered ${answer.statusCode}: ${text.slice(0, 500)}`));
      });
    });
    sent.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      // A server may close an idle connection just as it is used again: once more, over a new one.
      if (CLOSED.has(error.code ?? '') && sent.reusedSocket && agent) resolve(sendOver(false, call));
      else reject(error);
    });
    sent.end(body);
  });
}

/**
 * As `send` of a GET, over a bare connection: Node's own client would take as long as a server that has nothing to do.
 */
function sendBare({ to, path }) {
  const started = performance.now();
  // A server closes what was idle while the others had their turn.
  to.idle = to.idle.filter(({ destroyed }) => !destroyed);
  const socket = to.idle.pop() ?? connect(to.port, '127.0.0.1').setNoDelay();
  return new Promise((resolve, reject) => {
    let answer = '';
    const fail = (error) => reject(error || new Error(`GET ${path} was cut off: ${answer}`));
    const take = (part) => {
      answer += part.toString('latin1');
      const [head = '', body] = answer.split('\r\n\r\n', 2);
      if (body === undefined || body.length < Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)) return;
      socket.off('data', take).off('error', fail).off('close', fail);
      if (!head.startsWith('HTTP/1.1 200 ')) return fail(new Error(answer));
      to.idle.push(socket);
      resolve({ ms: performance.now() - started });
    };
    socket.on('data', take).on('error', fail).on('close', fail);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${to.port}\r\n\r\n`);
  });
}

/**
 * The ways to measure. Each takes the sides of a scenario by turns, round by round and in changing order, after a
 * warm-up that does not count. A side is a function from the number of a sample to its calls: a call is a request, or
 * `work` that answers its own value, and names the `series` that its value belongs to.
 */
export const MEASUREMENTS = { oneByOne, parallel, sustained, meanwhile };

const valueOf = async ({ work, per = 1, ...call }) => (work ? await work() : (await send(call)).ms / per);

/** Every call waits for the one before it: milliseconds. */
async function oneByOne({ sides, samples, warmUps = Math.ceil(samples / 2) }, { rounds }) {
  return byTurns(sides, rounds, async (side, sample, note, isWarmUp) => {
    for (let i = 0; i < (isWarmUp ? warmUps : samples); i += 1) {
      for (const call of side(sample())) note(call.series, await valueOf(call));
    }
  });
}

/**
 * The calls of a sample start together: milliseconds until the last is answered, and in `memory: <series>` by how many
 * MB the process of `watched` grew meanwhile.
 */
async function parallel({ sides, samples, watched }, { rounds }) {
  return byTurns(sides, rounds, async (side, sample, note, isWarmUp) => {
    for (let i = 0; i < (isWarmUp ? 1 : samples); i += 1) {
      const calls = side(sample());
      const memory = watched.watchMemory();
      const started = performance.now();
      await Promise.all(calls.map(send));
      note(calls[0].series, performance.now() - started);
      note(`memory: ${calls[0].series}`, memory.end());
    }
  });
}

/**
 * So many connections, each sending as soon as it is answered: requests a second, and in `<series>, ms` what each took.
 */
async function sustained({ sides, connections }, { rounds, loadMs }) {
  return byTurns(sides, rounds, async (side, sample, note, isWarmUp) => {
    const started = performance.now();
    const until = started + (isWarmUp ? WARM_UP_MS : loadMs);
    const { series } = side(sample())[0];
    let answered = 0;
    const connection = async () => {
      while (performance.now() < until) {
        const [call] = side(sample());
        const { ms } = await (call.bare ? sendBare(call) : send(call));
        note(`${series}, ms`, ms);
        answered += 1;
      }
    };
    await Promise.all(Array.from({ length: connections }, connection));
    note(series, (answered * 1000) / (performance.now() - started));
  });
}

/**
 * The calls of a sample start together while bystanders send `others`: milliseconds until the last is answered, in
 * `others: <series>` what nineteen of twenty bystanders' requests took at most, and in `memory: <series>` by how many
 * MB the process of `watched` grew meanwhile. A side without calls is a quiet second.
 */
async function meanwhile({ sides, others, watched, warmUp = true }, { rounds }) {
  const measureSide = async (side, sample, note) => {
    const calls = side(sample());
    const name = calls[0]?.series ?? 'idle';
    const memory = watched.watchMemory();
    const times = [];
    let isOver = false;
    const bystander = async () => {
      while (!isOver) {
        times.push((await send(others)).ms);
        await delay(PAUSE_MS);
      }
    };
    const bystanders = Promise.all(Array.from({ length: BYSTANDERS }, bystander));
    const started = performance.now();
    let ms;
    try {
      await Promise.race([bystanders, Promise.all(calls.length > 0 ? calls.map(send) : [delay(IDLE_MS)])]);
      ms = performance.now() - started;
    } finally {
      isOver = true;
    }
    await bystanders;
    if (calls.length > 0) note(name, ms);
    note(`others: ${name}`, quantile(times, 0.95));
    note(`memory: ${name}`, memory.end());
  };
  return byTurns(sides, rounds, measureSide, warmUp ? -1 : 0);
}

async function byTurns(sides, rounds, measureSide, firstRound = -1) {
  const series = new Map();
  const counters = sides.map(() => 0);
  const kept = (name) => {
    if (!series.has(name))
      series.set(
        name,
        Array.from({ length: rounds }, () => []),
      );
    return series.get(name);
  };
  for (let round = firstRound; round < rounds; round += 1) {
    const note = (name, value) => round < 0 || kept(name)[round].push(value);
    for (let turn = 0; turn < sides.length; turn += 1) {
      const index = (turn + Math.max(round, 0)) % sides.length;
      await measureSide(sides[index], () => counters[index]++, note, round < 0);
    }
  }
  return series;
}
