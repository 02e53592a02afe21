const CONNECTIONS = 16;
/** @type {object} */
const PUSH = { trigger: 'push', ref: 'main', environment: 'staging' };

/**
 * A report of a complete scan. Its findings are those from `from` on: the same numbers are the same findings, in the
 * same words. About 800 bytes each, as scanners with an explanation and a selector write them.
 */
export function report(productRef, count, from, { tool = 'axe-core', coverage = 'complete', context = PUSH } = {}) {
  const findings = Array.from({ length: count }, (_, i) => ({
    title: `Images must have alternative text (${from + i})`,
    description: 'Ensures that elements have what assistive technology needs. '.repeat(9).slice(0, 500),
    severity: ['low', 'medium', 'high'][(from + i) % 3],
    sourceUrl: `https://shop.example/pages/${(from + i) % 10}`,
    wcag: ['1.1.1'],
    selector: `#main > div.card:nth-child(${from + i}) > a > img`,
    ruleId: `rule-${(from + i) % 50}`,
  }));
  return JSON.stringify({ productRef, type: 'automated_scan', tool, coverage, context, findings });
}

/** A report of the smallest findings there can be: 34,500 of them are one megabyte. */
export function tinyReport(productRef, count, coverage, { tool = 'axe' } = {}) {
  const findings = Array.from({ length: count }, (_, i) => ({ title: 'a', ruleId: i.toString(36) }));
  return JSON.stringify({ productRef, type: 'automated_scan', tool, coverage, findings });
}

/** The makers of calls and scenarios that all lists of scenarios use. */
export function makers(world, size) {
  const { reports, baseline } = world;
  const person = { ...world.service, headers: world.session };
  const get = (series, to, path) => () => [{ series, to, path }];
  const bare = (path, query) => `${path}?${new URLSearchParams(query)}`;

  // Both sides use the products of the pool in the same order; each has tables of its own for what it writes.
  const taken = { service: 0, baseline: 0 };
  const nextProduct = (side) => world.pool[taken[side]++ % world.pool.length];

  return {
    person,
    get,
    bare,
    nextProduct,
    /** A read of the service. */
    read: (series, path) => get(series, person, path),
    /** A read of the baseline. */
    readBare: (series, path, query = {}) => get(series, baseline, bare(path, query)),
    /** A report to one of the two sides. */
    ingest: (side, series, body) => ({
      series,
      method: 'POST',
      body,
      ...(side === 'baseline'
        ? { to: baseline, path: bare('/ingest', { organization: reports.id }) }
        : { to: { ...world.service, headers: world.ingestKey }, path: '/api/ingest/test-activity' }),
    }),
    /** Milliseconds, one call after the other. */
    oneByOne: (id, title, sides, compare, samples = size.reads) => ({
      ...{ id, title, way: 'oneByOne', samples, sides, compare },
    }),
    /** Requests a second of sixteen connections. */
    underLoad: (id, title, sides, compare) => ({
      ...{ id, title: `${title}, ${CONNECTIONS} connections`, way: 'sustained', connections: CONNECTIONS, sides },
      compare: compare ?? [againstBaseline('service', 'baseline', { atLeast: 0.8 })],
    }),
  };
}

/** Held against the baseline: some distance is the price of what the service does more, a great one is a disaster. */
export const againstBaseline = (of, to, target = {}) => ({ of, to, ...target, gate: 'baseline' });

/** Held against the same work on less data. */
export const againstSmall = (of, to, target = { atMost: 2 }) => ({ of, to, ...target, gate: 'size' });
