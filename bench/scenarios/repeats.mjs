import { send } from '../load.mjs';
import { judge } from '../statistics.mjs';
import { againstBaseline, makers, report, tinyReport } from './calls.mjs';

// Of their own, since other scenarios report to the same products.
const TOOL = { tool: 'repeats' };

const LARGEST_REPORT = 34_500;
const MOST_MEMORY_MB = 300;
const WAL_BYTES = 40_000;
const GROWTH_BYTES = { main: 4_096, proposal: 8_192 };

/** Reports to products that know them already, and what taking runs back costs. */
export function repeatScenarios(world, size) {
  const { ingest, nextProduct, oneByOne, person } = makers(world, size);

  // Each sample reports to the same product; what it knows at first comes with the warm-up, which does not count.
  const kept = (series, count, news) => (side) => {
    const slug = nextProduct(side);
    return (sample) => [ingest(side, `${side}${series}`, report(slug, count, news * sample, TOOL))];
  };
  const again = (title, count, target, { news = 0, samples = size.reports } = {}) =>
    oneByOne(
      'B26',
      title,
      ['service', 'baseline'].map(kept('', count, news)),
      [againstBaseline('service', 'baseline', target)],
      samples,
    );

  const timed = (series, call, then) => ({
    series,
    work: async () => {
      const { ms, text } = await send(call());
      then?.(text);
      return ms;
    },
  });
  const undo = (slug, number) => ({
    ...{ to: person, method: 'DELETE' },
    path: `${world.reports.url}/products/${slug}/test-activity/${number}`,
  });
  const fresh = 'ingest of 1000 new';
  const undoOfLast = () => {
    const slug = nextProduct('service');
    let number;
    return [
      timed(
        fresh,
        () => ingest('service', fresh, report(slug, 1000, 0, TOOL)),
        (text) => ({ number } = JSON.parse(text).testActivity),
      ),
      timed('undo of the last run, of 1000 new', () => undo(slug, number)),
    ];
  };
  const repeated = nextProduct('service');
  const isRepeated = repeats(
    ingest('service', 'repeated', report(repeated, 1000, 0, { tool: 'repeated' })),
    size.repeats,
  );
  const undoInTheMiddle = (sample) => [
    { series: 'runs', work: isRepeated },
    timed(`undo of one of ${size.repeats} that repeat`, () => undo(repeated, (size.repeats >> 1) + sample)),
  ];

  return [
    again('the same 1000 findings again', 1000, { atMost: 0.8 }),
    again('1000 findings, 10 of them news', 1000, { atMost: 0.9 }, { news: 10 }),
    again('the same 100 findings again', 100, { atMost: 1.2 }, { samples: 2 * size.reports }),
    again('the same finding again', 1, { atMost: 2.5 }, { samples: size.smallReports }),
    oneByOne(
      'B27',
      'runs are taken back',
      [undoOfLast, undoInTheMiddle],
      ['undo of the last run, of 1000 new', `undo of one of ${size.repeats} that repeat`].map((of) => ({
        ...{ of, to: fresh, atMost: 1.5 },
      })),
      size.largeReports,
    ),
    {
      ...{ id: 'B28', title: `a report of ${LARGEST_REPORT} findings`, way: 'parallel', samples: 1 },
      watched: world.process,
      sides: [
        () => [ingest('service', 'service', tinyReport(nextProduct('service'), LARGEST_REPORT, 'complete', TOOL))],
      ],
      compare: [{ of: 'memory: service', unit: 'MB', atMost: MOST_MEMORY_MB }],
    },
  ];
}

/** Sends a request so many times, the first time that it is asked to. */
function repeats(call, times) {
  let sent;
  return () => (sent ??= send(call).then(() => sendMore(call, times - 1)));
}

async function sendMore(call, times) {
  for (let i = 0; i < times; i += 1) await send(call);
  return times;
}

const PROPOSAL = { trigger: 'pull_request', ref: 'topic', prNumber: 7 };

const SIZE = `
  SELECT sum(pg_total_relation_size(oid))::float8 AS bytes, pg_current_wal_insert_lsn() AS wal
  FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`;

/**
 * What a report that repeats leaves in the database: bytes of WAL, and of all tables with their indexes after VACUUM,
 * on the average.
 */
export async function repeatedBytes(client, world, size) {
  const { ingest, nextProduct } = makers(world, size);
  const measured = async () => {
    await client.query('VACUUM');
    return (await client.query(SIZE)).rows[0];
  };
  const rows = [];
  for (const [kind, context] of Object.entries({ main: undefined, proposal: PROPOSAL })) {
    const call = ingest('service', kind, report(nextProduct('service'), 1000, 0, { tool: 'measured', context }));
    await sendMore(call, 2);
    const before = await measured();
    await client.query('CHECKPOINT');
    const { rows: start } = await client.query('SELECT pg_current_wal_insert_lsn() AS wal');
    await sendMore(call, size.repeats);
    const { rows: ends } = await client.query(
      `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1)::float8 AS wal`,
      [start[0].wal],
    );
    const after = await measured();
    const row = (what, bytes, atMost) => ({
      ...{ id: 'B26', what: `the same 1000 findings again, ${kind} line, mean of ${size.repeats} runs: ${what}` },
      ...{ value: `${Math.round(bytes)} bytes`, target: `≤ ${atMost} bytes`, ...judge(bytes, { atMost }) },
    });
    rows.push(
      row('WAL', ends[0].wal / size.repeats, WAL_BYTES),
      row('growth of all tables', (after.bytes - before.bytes) / size.repeats, GROWTH_BYTES[kind]),
    );
  }
  return rows;
}
