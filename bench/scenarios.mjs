/** One report of a scanner as pipelines send it, about 0.8 kB a finding. */
const finding = (run, i) => ({
  title: 'Elements must meet minimum color contrast ratio thresholds',
  description:
    `Fix any of the following: element ${i} has insufficient color contrast of 2.5 (foreground color #999999). `.repeat(
      4,
    ),
  severity: ['high', 'medium', 'low'][i % 3],
  impact: 'medium',
  ruleId: `rule-${i % 40}`,
  selector: `#run-${run} > main > section:nth-child(${i}) > a.button`,
  sourceUrl: `https://shop.example/page/${i % 50}`,
  wcag: ['1.4.3'],
});
const findings = (count, run) => Array.from({ length: count }, (_, i) => finding(run, i));

const report = (count, run, coverage = 'complete') => ({
  ...{ type: 'automated_scan', tool: 'axe-core', coverage, findings: findings(count, run) },
});

/** The same report to both. */
function ingest({ service, baseline, big }, productRef, body) {
  const payload = JSON.stringify({ productRef, ...body });
  return {
    service: {
      url: `${service.base}/api/ingest/test-activity`,
      method: 'POST',
      headers: { 'x-api-key': big.ingestKey },
      body: payload,
    },
    baseline: { url: `${baseline.base}/ingest`, method: 'POST', body: payload },
  };
}

let runs = 0;
const fresh = () => (runs += 1);

/** A read of the service beside one of the baseline. */
const read = (path, baseline) => (world) => {
  const owner = path(world).startsWith(world.small.url) ? world.small : world.big;
  const headers = { authorization: `Bearer ${owner.token}` };
  const pair = { service: { url: world.service.base + path(world), headers } };
  return () => (baseline ? { ...pair, baseline: { url: world.baseline.base + baseline(world) } } : pair);
};
const ofBig =
  (rest) =>
  ({ big }) =>
    `${big.url}/products/${big.product.slug}${rest}`;
const ofOrganization =
  (rest) =>
  ({ big }) =>
    `${big.url}${rest}`;
const ofSmall =
  (rest) =>
  ({ small }) =>
    `${small.url}${rest}`;

/**
 * Everything that is measured: `calls(world)` makes the requests of one round; `target` is the largest ratio to the baseline, or to
 * the scenario that `against` names.
 */
export const SCENARIOS = [
  ...[0, 1, 10, 100, 1000].map((count) => ({
    name: `B1–B3 ingest of ${count} findings, all new`,
    times: count >= 100 ? 6 : 20,
    target: count === 1000 ? 1.3 : undefined,
    calls: (world) => () => ingest(world, world.big.product.slug, report(count, fresh(), 'partial')),
  })),
  {
    name: 'B1 ingest of 1000 findings, all known',
    times: 6,
    target: 1.3,
    calls: (world) => () => ingest(world, world.fresh(1), report(1000, 'same')),
  },
  {
    name: 'B1 ingest of 1000 findings, all new, as many resolved',
    times: 6,
    target: 1.3,
    calls: (world) => () => ingest(world, world.fresh(2), report(1000, fresh())),
  },
  {
    name: 'B4 ingest of 1000 findings, 8 at once, 8 products',
    times: 16,
    width: 8,
    target: 1.25,
    calls: (world) => (i) => ingest(world, world.fresh(10 + (i % 8)), report(1000, fresh())),
  },
  {
    name: 'B5 ingest of 1000 findings, 8 at once, one product',
    times: 16,
    width: 8,
    target: 1.25,
    calls: (world) => () => ingest(world, world.fresh(3), report(1000, 'same')),
  },
  {
    name: 'B7 feed of the organization, first page, few activities',
    id: 'feed-few',
    times: 40,
    calls: read(ofSmall('/testing-feed'), ({ small }) => `/feed?org=${small.id}`),
  },
  {
    name: 'B7 feed of the organization, first page, many',
    id: 'feed',
    times: 40,
    against: 'feed-few',
    target: 2,
    calls: read(ofOrganization('/testing-feed'), ({ big }) => `/feed?org=${big.id}`),
  },
  ...[
    'contextTrigger=push',
    'contextTrigger=pull_request',
    'contextTrigger=none',
    'contextTrigger=other',
    'contextEnvironment=staging',
    'contextEnvironment=preview',
    'contextEnvironment=nowhere',
  ].map((filter) => ({
    name: `B7 the same, ${filter}`,
    times: 20,
    against: 'feed',
    target: 3,
    calls: read(ofOrganization(`/testing-feed?${filter}`)),
  })),
  {
    name: 'B8 feed of the organization, half way down',
    times: 10,
    against: 'feed',
    target: 30,
    calls: (world) =>
      read(
        ofOrganization(`/testing-feed?page=${world.deepPage}`),
        ({ big }) => `/feed?org=${big.id}&offset=${(world.deepPage - 1) * 20}`,
      )(world),
  },
  {
    name: 'B9 activities of a product, first page',
    times: 40,
    target: 1.5,
    calls: read(ofBig('/test-activity'), ({ big }) => `/activities?product=${big.product.id}`),
  },
  {
    name: 'B9 issues of a product, first page',
    id: 'issues',
    times: 40,
    target: 1.5,
    calls: read(ofBig('/issues'), ({ big }) => `/issues?product=${big.product.id}`),
  },
  ...['severity', 'priority', 'updatedAt'].map((field) => ({
    name: `B9 issues of the organization by ${field}`,
    times: 20,
    against: 'issues',
    target: 2,
    calls: read(ofOrganization(`/issues?sortField=${field}`)),
  })),
  {
    name: 'B9 audits of the organization',
    times: 20,
    against: 'issues',
    target: 2,
    calls: read(ofOrganization('/audits')),
  },
  {
    name: 'B9 risks of the organization',
    times: 20,
    against: 'issues',
    target: 2,
    calls: read(ofOrganization('/risks')),
  },
  { name: 'B9 findings of a product', times: 20, against: 'issues', target: 2, calls: read(ofBig('/findings')) },
  {
    name: 'B10 one issue, 16 at once',
    times: 400,
    width: 16,
    target: 1.25,
    calls: read(ofBig('/issues/7'), ({ big }) => `/issue?product=${big.product.id}&number=7`),
  },
  {
    name: 'B11 the cheapest read with a session',
    times: 60,
    target: 1.4,
    calls: read(
      () => '/v1/functional-needs',
      () => '/hello',
    ),
  },
  {
    name: 'B14 20 activities, 16 at once',
    times: 200,
    width: 16,
    target: 1.5,
    calls: read(ofBig('/test-activity'), ({ big }) => `/activities?product=${big.product.id}`),
  },
  {
    name: 'B15 future audits',
    times: 10,
    target: 1.3,
    calls: read(ofOrganization('/future-audits'), ({ big }) => `/future-audits?org=${big.id}`),
  },
  {
    name: 'B15 insights',
    times: 10,
    target: 1.3,
    calls: read(ofOrganization('/risks/insights'), ({ big }) => `/insights?org=${big.id}`),
  },
  {
    name: 'B17 create an issue',
    times: 20,
    calls: (world) => () => ({
      service: {
        url: `${world.service.base}${world.small.url}/products/${world.small.product.slug}/issues`,
        method: 'POST',
        headers: { authorization: `Bearer ${world.small.token}` },
        body: { title: 'No alternative text' },
      },
      baseline: {
        url: `${world.baseline.base}/report`,
        method: 'POST',
        body: { product: 'p', title: 'No alternative text' },
      },
    }),
  },
];
