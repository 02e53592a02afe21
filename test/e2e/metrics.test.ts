import { readFileSync } from 'node:fs';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const TOKEN = 'a-token-for-those-who-watch-0123456789';
const service = useService({ METRICS_TOKEN: TOKEN });

const RULES = readFileSync('deploy/prometheus/rules.yml', 'utf8');
const CASES = readFileSync('deploy/prometheus/rules.test.yml', 'utf8');
const DASHBOARD = JSON.parse(readFileSync('deploy/grafana/curbcut.json', 'utf8')) as {
  panels: { targets: { expr: string }[] }[];
};
const MONITORING = readFileSync('docs/operations/monitoring.md', 'utf8');

const metrics = async (): Promise<string> => {
  const { text } = await service.as(TOKEN).get('/metrics').expect(200);
  return text;
};
/** The value of a series, 0 where there is none. */
const valueOf = (text: string, series: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1) ?? 0,
  );

/** The names of the metrics that an expression of Prometheus asks for. */
const namesIn = (expression: string): string[] =>
  [...expression.replaceAll(/\{[^}]*\}|"[^"]*"/g, '').matchAll(/\b[a-z]+(?:_[a-z0-9]+)+\b/g)]
    .map(([name]) => name)
    .filter((name) => !name.startsWith('histogram_quantile'));

test('every metric that a rule or a panel asks for is there, and every metric of ours is documented, and no other', async () => {
  const text = await metrics();
  const known = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name!));
  const asked = [
    ...[...RULES.matchAll(/expr: (\|\n(?: {10,}.*\n)+|.*\n)/g)].map(([, expression]) => expression!),
    ...DASHBOARD.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  expect(asked.length).toBeGreaterThan(20);
  const unknown = asked
    .flatMap(namesIn)
    .filter((name) => !known.has(name) && !known.has(name.replace(/_(count|bucket|sum)$/, '')));
  expect(unknown).toEqual([]);
  const own = [...known].filter((name) => /^(curbcut|http)_/.test(name));
  expect(own.length).toBeGreaterThan(10);
  const documented = [...MONITORING.matchAll(/`((?:curbcut|http)_[a-z_]+)`/g)].map(([, name]) => name!);
  expect([...new Set(documented)].sort()).toEqual(own.sort());
});

test('every alert is explained, and rules.test.yml has a case in which it is raised and one in which it is not', () => {
  const alerts = [...RULES.matchAll(/alert: (\w+)/g)].map(([, name]) => name!);
  expect(alerts.length).toBeGreaterThan(5);
  expect(alerts.filter((name) => !MONITORING.includes(`\`${name}\``))).toEqual([]);
  const casesOf = (pattern: RegExp) => new Set([...CASES.matchAll(pattern)].map(([, name]) => name!));
  const silent = casesOf(/\{ eval_time: \w+, alertname: (\w+) \}/g);
  const raised = casesOf(/alertname: (\w+)\n +exp_alerts:\n +- /g);
  expect(alerts.filter((name) => !silent.has(name) || !raised.has(name))).toEqual([]);
});

test('a report moves what is counted of reports, statements and Grades; the pool and the queue are looked at', async () => {
  const w = await world(service);
  const before = await metrics();
  const findings = [
    { title: 'Fault', ruleId: 'a' },
    { title: 'Fault', ruleId: 'b' },
  ];
  await service
    .as(w.keys.ingest)
    .post('/api/ingest/test-activity')
    .send({ productRef: w.product.slug, type: 'automated_scan', tool: 'axe', findings })
    .expect(201);
  const after = await metrics();
  const grown = (series: string) => valueOf(after, series) - valueOf(before, series);
  expect(grown('curbcut_ingest_findings_total')).toBe(2);
  expect(grown('curbcut_ingest_bytes_total')).toBeGreaterThan(50);
  expect(grown('curbcut_grade_recomputations_total')).toBe(1);
  expect(grown('curbcut_database_statements_total{kind="with"}')).toBeGreaterThan(0);
  expect(valueOf(after, 'curbcut_database_up')).toBe(1);
  expect(after).toContain('curbcut_database_connections{state="waiting"} 0');
  expect(after).toMatch(/^curbcut_jobs_waiting \d+$/m);
  expect(after).not.toContain(w.product.slug);
});
