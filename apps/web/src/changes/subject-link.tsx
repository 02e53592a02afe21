import type { Subject, SubjectKind } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { at } from '../app/addresses';
import { useOrganization } from '../organizations/organization';
import { Link } from '../ui/link';
import { SUBJECT_KINDS } from '../words/terms';

/** The views of records that have a number in their product. */
const VIEWS = {
  issue: '/o/$org/p/$product/issues/$number',
  audit: '/o/$org/p/$product/audits/$number',
  import: '/o/$org/p/$product/audits/$number',
  risk: '/o/$org/p/$product/risks/$number',
  conformance_report: '/o/$org/p/$product/reports/$number',
  test_activity: '/o/$org/p/$product/activity/$number',
  monitor: '/o/$org/p/$product/monitors/$number',
} as const satisfies Partial<Record<SubjectKind, string>>;

const hasView = (kind: string): kind is keyof typeof VIEWS => Object.hasOwn(VIEWS, kind);

/** The address of the view of a record of a product; undefined where it has none. */
export function subjectAddress(
  { kind, number, id }: { kind: string; number: number | null; id: string | null },
  org: string,
  product: string,
): string | undefined {
  if (hasView(kind) && number !== null) return at(VIEWS[kind], { org, product, number: String(number) });
  if (kind === 'finding' && id !== null)
    return at('/o/$org/p/$product/findings/$finding', { org, product, finding: id });
  if (kind === 'tracker_connection') return at('/o/$org/p/$product/settings/trackers', { org, product });
  if (kind === 'product') return at('/o/$org/p/$product', { org, product });
  return undefined;
}

/** What something happened to: its kind and name, as a link where it has a view. */
export function SubjectLink({ subject, product }: { subject: Subject; product: string | undefined }) {
  const { i18n } = useLingui();
  const { slug: org } = useOrganization();
  const { kind, number, title } = subject;
  const word = i18n._(SUBJECT_KINDS[kind]);
  const name = [word, number !== null && `#${number}`, title].filter(Boolean).join(' ');
  const to = product === undefined ? undefined : subjectAddress(subject, org, product);
  return to === undefined ? <>{name}</> : <Link to={to}>{name}</Link>;
}
