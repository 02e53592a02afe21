import { send } from '../load.mjs';
import { FEW_DAYS, MANY_DAYS } from '../sizes.mjs';
import { againstBaseline, againstSmall, makers, report, tinyReport } from './calls.mjs';

const PARALLEL = 8;
const MOST_MEMORY_MB = 100;
const LONGEST_PAUSE_MS = 100;
const LONGEST_REPORT_MS = 3_000;

/** Reports of machines: how long they take, whatever is known already and whoever else reports. */
export function ingestScenarios(world, size) {
  const { ingest, nextProduct, oneByOne } = makers(world, size);

  const fresh = (id, count, samples, target) =>
    oneByOne(
      id,
      `ingest ${count} findings`,
      ['service', 'baseline'].map((side) => () => [ingest(side, side, report(nextProduct(side), count, 0))]),
      [againstBaseline('service', 'baseline', target)],
      samples,
    );
  const modes = (side) => () => {
    const slug = nextProduct(side);
    return [
      ingest(side, `${side} fresh`, report(slug, 1000, 0)),
      ingest(side, `${side} same`, report(slug, 1000, 0)),
      ingest(side, `${side} half new`, report(slug, 1000, 500)),
      ingest(side, `${side} all swapped`, report(slug, 1000, 10_000)),
    ];
  };

  const together = (side, bodies) => () => bodies(side).map((body) => ingest(side, side, body));
  const parallel = (id, title, bodies) => ({
    ...{ id, title, way: 'parallel', samples: 1, watched: world.process },
    sides: ['service', 'baseline'].map((side) => together(side, bodies)),
    compare: [
      againstBaseline('service', 'baseline', { atMost: 1 / 0.8 }),
      { of: 'memory: service', unit: 'MB', atMost: MOST_MEMORY_MB },
    ],
  });

  const known = (series, body) => (sample) => [ingest('service', series, body(sample))];
  const crowdedNames = size.crowded.map((count) => `${count}`);
  const crowded = (slug, sample) => report(slug, 100, 1000 * sample, { tool: 'seeded', coverage: 'partial' });
  const crowdedByOther = (slug, sample) => report(slug, 100, 0, { tool: `axe-core ${sample}` });

  const gradeOf = (series, product) => () => [{ series, work: () => world.regrade(product) }];
  const reportTo = (series, product) => () => [ingest('service', series, report(product.slug, 0, 0))];
  const openIssues = `${size.graded} open issues`;
  const pendingFindings = `${size.awaiting} pending findings`;

  const besideMuch = (title, work) =>
    oneByOne(
      'B25',
      title,
      [
        work('nothing', world.graded.empty),
        work(openIssues, world.graded.issues),
        work(pendingFindings, world.graded.findings),
      ],
      [openIssues, pendingFindings].map((of) => againstSmall(of, 'nothing', { atMost: 1.2 })),
      size.smallReports,
    );
  const [fewDays, manyDays] = [FEW_DAYS, MANY_DAYS].map((days) => `findings that wait since ${days} days`);
  const eachDay = `${MANY_DAYS} days, each rule's since each of them`;
  const besideDays = (title, work) =>
    oneByOne(
      'B25',
      title,
      [work(fewDays, world.graded.fewDays), work(manyDays, world.graded.manyDays), work(eachDay, world.graded.eachDay)],
      [againstSmall(manyDays, fewDays, { atMost: 1.2 }), { of: eachDay, to: fewDays, atMost: 1.2 }],
      size.smallReports,
    );
  return [
    fresh('B3', 0, size.smallReports, { atMost: 2 }),
    fresh('B3', 1, size.smallReports, { atMost: 2 }),
    fresh('B1', 100, size.reports, { atMost: 1.3 }),
    oneByOne(
      'B1',
      'ingest 1000 findings',
      ['service', 'baseline'].map(modes),
      [
        ...['fresh', 'same', 'half new', 'all swapped'].map((mode) =>
          againstBaseline(`service ${mode}`, `baseline ${mode}`, { atMost: 1.3 }),
        ),
        ...['same', 'all swapped'].map((mode) => ({ of: `service ${mode}`, to: 'service fresh', atMost: 1.5 })),
      ],
      size.largeReports,
    ),
    ...tinyReports(world, size, 'on a filled database'),
    parallel('B4', `${PARALLEL} ingests of ${size.manyAtOnce} findings at once, different products`, (side) =>
      Array.from({ length: PARALLEL }, () => report(nextProduct(side), size.manyAtOnce, 0)),
    ),
    parallel('B5', `${PARALLEL} ingests of the same 100 findings at once, same product`, () =>
      Array.from({ length: PARALLEL }, () => report(world.graded.none.slug, 100, 0)),
    ),
    oneByOne(
      'B6',
      'ingest 100 new findings, partial, where so many of the tool exist',
      [
        known('none', () => crowded(nextProduct('service'), 0)),
        ...world.crowded.map(({ slug }, i) => known(crowdedNames[i], (sample) => crowded(slug, sample))),
      ],
      crowdedNames.map((of) => againstSmall(of, 'none', { atMost: 1.5 })),
      size.reports,
    ),
    oneByOne(
      'B6',
      'ingest 100 findings of another tool, complete, where so many exist',
      [
        known('none', (sample) => crowdedByOther(nextProduct('service'), sample)),
        ...world.crowded.map(({ slug }, i) => known(crowdedNames[i], (sample) => crowdedByOther(slug, sample))),
      ],
      crowdedNames.map((of) => againstSmall(of, 'none', { atMost: 1.5 })),
      size.reports,
    ),
    oneByOne(
      'B17',
      'the Grade within an ingest of no finding',
      [
        () => [ingest('service', 'whole ingest', report(world.graded.none.slug, 0, 0))],
        () => [{ series: 'Grade alone', work: () => world.regrade(world.graded.none) }],
      ],
      [{ of: 'Grade alone', to: 'whole ingest', atMost: 0.15 }],
      size.smallReports,
    ),
    besideMuch('a report of no finding, with the Grade, to a product of', reportTo),
    besideMuch('the Grade alone of a product of', gradeOf),
    besideDays('a report of no finding, with the Grade, to a product of', reportTo),
    besideDays('the Grade alone of a product of', gradeOf),
  ];
}

/** Findings as small as they can be: how long each takes, and for how long nobody else was served meanwhile. */
export function tinyReports(world, size, where) {
  const { ingest, nextProduct } = makers(world, size);
  const [least, ...more] = size.tiny;
  const largest = more.at(-1);
  const each = (side, count) => `${side}, ${count} of them`;
  const call = (side, count, coverage) =>
    ingest(side, each(side, count), tinyReport(nextProduct(side), count, coverage));
  const sideOf = (side, count) => {
    const to = side === 'service' ? world.service : world.baseline;
    const metrics = () => send({ to, path: '/metrics' });
    const pause = /^nodejs_eventloop_lag_max_seconds (\S+)/m;
    return () => [
      { series: 'reset', work: metrics },
      { ...call(side, count, 'partial'), per: count },
      {
        series: `pause of the ${side}, ${count}`,
        work: async () => 1000 * Number(pause.exec((await metrics()).text)?.[1]),
      },
    ];
  };
  const complete = (count) => () => [{ ...call('service', count, 'complete'), per: count }];
  const twice = (count) => () => {
    const { series, ...first } = call('service', count, 'partial');
    return [
      { ...first, series: 'first' },
      { ...first, series, per: count },
    ];
  };
  const sides = world.baseline ? ['service', 'baseline'] : ['service'];
  const linear = [
    ...more.map((count) => againstSmall(each('service', count), each('service', least), { atMost: 1.5 })),
    { of: each('service', largest), unit: 'ms', times: largest, atMost: LONGEST_REPORT_MS, what: 'the largest report' },
  ];
  const once = { way: 'oneByOne', samples: 1 };
  return [
    {
      ...{ id: 'B2', title: `tiny findings ${where}, ms for each`, ...once },
      sides: sides.flatMap((side) => size.tiny.map((count) => sideOf(side, count))),
      compare: [
        ...linear,
        ...size.tiny.map((count) => ({ of: `pause of the service, ${count}`, unit: 'ms', atMost: LONGEST_PAUSE_MS })),
        ...size.tiny
          .filter(() => world.baseline)
          .map((count) => againstBaseline(each('service', count), each('baseline', count))),
      ],
    },
    {
      ...{ id: 'B2', title: `tiny findings of complete reports ${where}, ms for each`, ...once },
      sides: size.tiny.map(complete),
      compare: linear,
    },
    {
      ...{ id: 'B2', title: `tiny findings reported again ${where}, ms for each`, ...once },
      sides: size.tiny.map(twice),
      compare: linear,
    },
  ];
}
