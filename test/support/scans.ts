import type { Service } from './service.js';
import type { World } from './world.js';

export const INGEST = '/api/ingest/test-activity';

/** A finding of a scan, as it is reported. */
export const finding = (over: object = {}) => ({
  title: 'Images must have alternative text',
  ruleId: 'image-alt',
  selector: 'main > img',
  ...over,
});

/** Posts reports to a service, and reads what became of them. */
export function scansAt(service: Service) {
  const post = (credential: string | undefined, body: object, query = '') =>
    service.as(credential).post(`${INGEST}${query}`).send(body);
  const scan = (w: World, findings: object[], over: object = {}) =>
    post(w.keys.ingest, { productRef: w.product.slug, type: 'automated_scan', tool: 'axe-core', findings, ...over });
  const findings = async (w: World, query = '') =>
    (await service.as(w.member.token).get(`${w.product.url}/findings${query}`)).body.findings;
  const counts = () =>
    service.database
      .query(`SELECT (SELECT count(*) FROM test_activities)::int a, (SELECT count(*) FROM findings)::int f, (SELECT count(*) FROM issues)::int i,
      (SELECT count(*) FROM events)::int e, (SELECT count(*) FROM finding_sets)::int r, (SELECT coalesce(sum(value), 0) FROM product_counters)::int n`);
  return { post, scan, findings, counts };
}
