import { setTimeout as delay } from 'node:timers/promises';
import { send } from './load.mjs';
import { makers, report } from './scenarios/calls.mjs';
import { judge, quantile, slope } from './statistics.mjs';

const CONNECTIONS = 4;
const PAUSE_MS = 10;
const LOOK_EVERY_MS = 2_000;
const MINUTE_MS = 60_000;
// What grows in the beginning is a heap finding its size.
const WARM_UP = 0.3;

/** Mixed load for some minutes, four reads to one write: does memory grow, do responses get slower? */
export async function soakRows(world, size, minutes) {
  const { person, ingest, nextProduct } = makers(world, size);
  const { big } = world;
  const READS = [
    `${big.url}/testing-feed`,
    `${big.product.url}/issues`,
    `${big.product.url}/test-activity/10`,
    `${big.url}/risks?sortField=impact`,
    `${big.product.url}`,
    `${big.url}/products`,
    `${big.product.url}/findings`,
    `${big.product.url}/grade`,
  ];
  const call = (i) => {
    if (i % 5 > 0) return { to: person, path: READS[i % READS.length] };
    if (i % 2 > 0) return ingest('service', 'soak', report(nextProduct('service'), 10, i));
    return {
      to: person,
      method: 'POST',
      path: `${big.product.url}/issues`,
      body: JSON.stringify({ title: `Issue ${i}` }),
    };
  };

  const started = performance.now();
  const until = started + minutes * MINUTE_MS;
  const answers = [];
  const memory = [];
  let next = 0;
  const connection = async () => {
    while (performance.now() < until) {
      const { ms } = await send(call(next++));
      answers.push({ at: performance.now() - started, ms });
      await delay(PAUSE_MS);
    }
  };
  const looks = setInterval(
    () => memory.push([(performance.now() - started) / MINUTE_MS, world.process.rssMb()]),
    LOOK_EVERY_MS,
  );
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  clearInterval(looks);

  const total = minutes * MINUTE_MS;
  const slowest = (from, to) =>
    quantile(
      answers.filter(({ at }) => at >= from && at < to).map(({ ms }) => ms),
      0.99,
    );
  const [first, last] = [slowest(0, MINUTE_MS), slowest(total - MINUTE_MS, Infinity)];
  const growth = slope(memory.filter(([at]) => at > WARM_UP * minutes));
  const title = `${minutes} minutes of mixed work, ${CONNECTIONS} connections`;
  return [
    { id: 'B20', what: title, value: `${Math.round((answers.length * 1000) / total)} req/s` },
    {
      ...{ id: 'B20', what: `${title}: memory, after the first third`, value: `${growth.toFixed(2)} MB/min` },
      ...{ target: '≤ 1 MB/min', ...judge(growth, { atMost: 1 }) },
    },
    {
      ...{ id: 'B20', what: `${title}: p99 of the last minute beside the first`, value: `${last.toFixed(1)} ms` },
      ...{
        comparedWith: `${first.toFixed(1)} ms`,
        ratio: { median: last / first },
        target: '≤ 1.3',
        ...judge(last / first, { atMost: 1.3 }),
      },
    },
  ];
}
