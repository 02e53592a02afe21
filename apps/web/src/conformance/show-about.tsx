import type { ConformanceReport } from '@curbcut/client';
import { useQuery } from '@tanstack/react-query';
import { standardsQuery } from '../standards/queries';
import { useOrganization } from '../organizations/organization';
import { Facts } from '../ui/facts';
import { valuesOf } from './report-values';
import { useReportWords } from './report-words';

/** What a report says about itself, for who may not change it. */
export function ShowAbout({ report }: { report: ConformanceReport }) {
  const { id: orgId, timeZone } = useOrganization();
  const standards = useQuery(standardsQuery(orgId));
  const words = useReportWords(standards.data ?? []);
  const values = valuesOf(report, timeZone);
  const names = Object.keys(values).filter(
    (name) => !['title', 'auditId', 'furtherAudits', 'validUntil'].includes(name),
  );
  return <Facts facts={names.map((name) => [words[name]!.label, words[name]!.show(values[name] as never)])} />;
}
