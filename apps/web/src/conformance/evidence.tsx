import type { Evidence, EvidenceKind } from '@curbcut/client';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { at } from '../app/addresses';
import { useAuditTitle } from '../audits/title';
import { issuesQuery } from '../issues/queries';
import { useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import type { Choice } from '../ui/combo-box';
import { Link } from '../ui/link';
import { completedAudits } from './audit-field';
import { evidenceActivitiesQuery } from './queries';
import styles from './requirement.module.css';

const WORDS: Record<EvidenceKind, MessageDescriptor> = {
  audit: msg`Audit`,
  test_activity: msg`Test activity`,
  issue: msg`Issue`,
};

const VIEWS = {
  audit: '/o/$org/p/$product/audits/$number',
  test_activity: '/o/$org/p/$product/activity/$number',
  issue: '/o/$org/p/$product/issues/$number',
} as const;

/** A record as a field has it. */
export const keyOfEvidence = ({ kind, number }: Evidence): string => `${kind} ${number}`;

/** @see keyOfEvidence */
export function evidenceOf(key: string): Evidence {
  const [kind, number] = key.split(' ');
  return { kind: kind as EvidenceKind, number: Number(number) };
}

/** The records that a verdict rests on, as links. */
export function EvidenceLinks({ evidence }: { evidence: readonly Evidence[] }) {
  const { i18n } = useLingui();
  const { slug: org } = useOrganization();
  const { product } = useProduct();
  return (
    <ul role="list" className={styles.links}>
      {evidence.map(({ kind, number }) => (
        <li key={`${kind} ${number}`}>
          <Link to={at(VIEWS[kind], { org, product: product.slug, number: String(number) })}>
            {i18n._(WORDS[kind])} #{number}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/**
 * The records of a product that a verdict can rest on; the audits at once, the rest when somebody comes to the field.
 */
export function useEvidenceChoices(isWanted: boolean, known: readonly string[]): Choice[] {
  const { i18n } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const titleOf = useAuditTitle();
  const audits = useQuery(completedAudits(orgId, product.slug));
  const activities = useQuery({ ...evidenceActivitiesQuery(orgId, product.slug), enabled: isWanted });
  const newest = { sortField: 'number', sortDirection: 'desc', page: 1, pageSize: 100, total: false } as const;
  const issues = useQuery({ ...issuesQuery(orgId, product.slug, newest), enabled: isWanted });
  const named = (kind: EvidenceKind, number: number, title?: string): [string, string] => [
    keyOfEvidence({ kind, number }),
    [i18n._(WORDS[kind]), `#${number}`, title].filter(Boolean).join(' '),
  ];
  const labels = new Map([
    ...known.map(evidenceOf).map(({ kind, number }) => named(kind, number)),
    ...(audits.data?.audits ?? []).map((audit) => named('audit', audit.number, titleOf(audit))),
    ...(activities.data ?? []).map(({ number, title }) => named('test_activity', number, title)),
    ...(issues.data?.issues ?? []).map(({ number, title }) => named('issue', number, title)),
  ]);
  return [...labels].map(([value, label]) => ({ value, label }));
}

/** The evidence that stands to reason where nothing is said yet: the audit that the report rests on. */
export function useAuditOf(auditId: string | null): string[] {
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const { data } = useQuery(completedAudits(orgId, product.slug));
  const audit = data?.audits.find(({ id }) => id === auditId);
  return audit ? [keyOfEvidence({ kind: 'audit', number: audit.number })] : [];
}
