import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type AuditRow, auditsQuery } from '../audits/queries';
import { useAuditTitle } from '../audits/title';
import { useOrganization } from '../organizations/organization';
import { Select } from '../ui/select';

/** The completed audits of a product, the newest first. */
export const completedAudits = (orgId: string, productSlug: string) =>
  auditsQuery(orgId, productSlug, {
    status: ['completed'],
    sortField: 'completedAt',
    sortDirection: 'desc',
    page: 1,
    pageSize: 100,
  });

/** On which audit a report rests; its value is the id, or ''. */
export function AuditField({
  productSlug,
  onAudit,
  onChange,
  ...field
}: {
  productSlug: string;
  /** Where more than the id is needed. */
  onAudit?: (audit: AuditRow | undefined) => void;
  id: string;
  value: string;
  onChange: (id: string) => void;
  error: string | undefined;
}) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const titleOf = useAuditTitle();
  const audits = useQuery(completedAudits(orgId, productSlug));
  return (
    <Select
      label={t`Audit`}
      hint={t`The completed full audit that the report is based on. The report uses its standard.`}
      {...field}
      onChange={(id) => {
        if (onAudit) onAudit(audits.data?.audits.find((audit) => audit.id === id));
        else onChange(id);
      }}
      options={[
        { value: '', label: t`None yet` },
        ...(audits.data?.audits ?? []).map((audit) => ({
          value: audit.id,
          label: `#${audit.number} ${titleOf(audit)}`,
        })),
      ]}
    />
  );
}
