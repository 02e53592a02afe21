import type { Standard } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAuditTitle } from '../audits/title';
import { useOrganization } from '../organizations/organization';
import { Choices } from '../ui/choices';
import { completedAudits } from './audit-field';
import { keyOfStandard } from './report-values';

/** Those that a report can cover together. */
const TOGETHER = /^(wcag|section-508|en-301-549)/;
/** A report covers four standards, and rests on four audits. */
const MOST_FURTHER = 3;

interface FieldOf {
  id: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
  error: string | undefined;
}

/** A standard with a level of it, as one choice. */
const choicesOf = ({ id, name, levels }: Standard): { value: string; label: string }[] =>
  levels.length === 0
    ? [{ value: keyOfStandard({ standardId: id, conformanceLevel: null }), label: name }]
    : levels.map((level) => ({
        value: keyOfStandard({ standardId: id, conformanceLevel: level.id }),
        label: `${name} · ${level.name}`,
      }));

/** What a standard with its level is called. */
export const nameOfStandard = (standards: readonly Standard[], key: string): string =>
  standards.flatMap(choicesOf).find(({ value }) => value === key)?.label ??
  standards.find(({ id }) => key.startsWith(id))?.name ??
  key;

/** The standards that a report covers beside its first. */
export function FurtherStandards({
  standards,
  first,
  ...field
}: FieldOf & { standards: readonly Standard[]; first: string }) {
  const { t } = useLingui();
  const taken = [first, ...field.value.map((key) => key.split(' ')[0])];
  const isFull = field.value.length >= MOST_FURTHER;
  const options = standards
    .filter(({ slug, editable }) => !editable && TOGETHER.test(slug))
    .flatMap((standard) => choicesOf(standard).map((choice) => ({ ...choice, standardId: standard.id })))
    .filter(({ value, standardId }) => field.value.includes(value) || (!isFull && !taken.includes(standardId)));
  const known = field.value.map((value) => ({ value, label: nameOfStandard(standards, value) }));
  return (
    <Choices
      label={t`Additional standards`}
      hint={t`WCAG, Section 508 and EN 301 549 can be combined, at most four standards. A verdict applies to the matching requirement of each standard.`}
      {...field}
      options={[...new Map([...known, ...options].map((one) => [one.value, one])).values()]}
    />
  );
}

/** The audits that a report rests on beside its first. */
export function FurtherAudits({ productSlug, first, ...field }: FieldOf & { productSlug: string; first: string }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const titleOf = useAuditTitle();
  const audits = useQuery(completedAudits(orgId, productSlug));
  const isFull = field.value.length >= MOST_FURTHER;
  const options = (audits.data?.audits ?? [])
    .filter(({ id }) => field.value.includes(id) || (!isFull && id !== first))
    .map((audit) => ({ value: audit.id, label: `#${audit.number} ${titleOf(audit)}` }));
  return (
    <Choices
      label={t`Additional audits`}
      hint={t`At most one audit for each standard of the report.`}
      {...field}
      options={options}
    />
  );
}
