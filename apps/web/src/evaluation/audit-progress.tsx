import type { Audit, AuditOutcome, AuditProgress, ComparedOutcome, OutcomeCounts } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { at } from '../app/addresses';
import { useOrganization } from '../organizations/organization';
import { Disclosure } from '../ui/disclosure';
import { Link } from '../ui/link';
import { Loaded } from '../ui/loading';
import { Notice } from '../ui/notice';
import { type Column, Table } from '../ui/table';
import { COMPARISONS, OUTCOMES } from '../words/terms';
import { comparisonQuery, progressQuery, sampleQuery } from './queries';
import { useAudit } from './use-audit';

interface Props {
  audit: Audit;
}

/** How far an audit is, by level, entry and person, and what is missing: read when somebody opens it. */
export function Progress({ audit }: Props) {
  const { t } = useLingui();
  return (
    <Disclosure title={t`Progress`}>
      <Counts audit={audit} />
    </Disclosure>
  );
}

interface Counted {
  name: string;
  outcomes: OutcomeCounts;
}

function Counts({ audit }: Props) {
  const { t } = useLingui();
  const { path } = useAudit(audit);
  return (
    <Loaded query={useQuery(progressQuery(path))} lines={5}>
      {(progress) => (
        <>
          <CountTable
            caption={t`Verdicts of requirements by level`}
            first={t`Level`}
            rows={[
              ...progress.levels.map(({ level, verdicts }) => ({
                name: level ?? t`No level`,
                outcomes: verdicts,
              })),
              { name: t`All`, outcomes: progress.verdicts },
            ]}
          />
          {progress.entries.length > 0 && (
            <CountTable
              caption={t`Outcomes by page`}
              first={t`Page or view`}
              rows={progress.entries.map(({ name, outcomes }) => ({ name, outcomes }))}
            />
          )}
          <People progress={progress} />
          <Lacking audit={audit} progress={progress} />
        </>
      )}
    </Loaded>
  );
}

function CountTable({ caption, first, rows }: { caption: string; first: string; rows: readonly Counted[] }) {
  const { i18n } = useLingui();
  const columns: Column<Counted>[] = [
    { title: first, isHeader: true, cell: ({ name }) => name },
    ...(Object.keys(OUTCOMES) as AuditOutcome[]).map((outcome) => ({
      title: i18n._(OUTCOMES[outcome]),
      isNumber: true,
      cell: ({ outcomes }: Counted) => outcomes[outcome],
    })),
  ];
  return (
    <>
      <h3>{caption}</h3>
      <Table caption={caption} columns={columns} rows={rows} keyOf={({ name }) => name} />
    </>
  );
}

function People({ progress }: { progress: AuditProgress }) {
  const { t } = useLingui();
  if (progress.people.length === 0) return null;
  return (
    <>
      <h3>{t`Evaluated by`}</h3>
      <ul>
        {progress.people.map(({ name, userId, decided }) => (
          <li key={userId ?? name}>
            {name}: {decided}
          </li>
        ))}
      </ul>
    </>
  );
}

/** What completing would leave untested, and what only random pages show. */
function Lacking({ audit, progress }: Props & { progress: AuditProgress }) {
  const { t } = useLingui();
  const { slug: org } = useOrganization();
  const { path } = useAudit(audit);
  const grid = at('/o/$org/p/$product/audits/$number/grid', { org, product: path.productSlug, number: path.number });
  const random = progress.randomOnly.map(({ number }) => number).join(', ');
  return (
    <>
      {random !== '' && (
        <Notice kind="warning">
          <p>{t`The structured sample was not representative. These requirements fail only on random pages: ${random}.`}</p>
        </Notice>
      )}
      {progress.missing.length > 0 && (
        <>
          <h3>{t`Untested requirements`}</h3>
          <p>{progress.missing.map(({ number }) => number).join(', ')}</p>
          <p>
            <Link to={grid} search={{ show: 'untested' }}>{t`Show untested requirements`}</Link>
          </p>
        </>
      )}
    </>
  );
}

/** What has become of what an audit before has found: read when somebody opens it. */
export function Comparison({ audit }: Props) {
  const { t } = useLingui();
  if (audit.retestOf === null) return null;
  return (
    <Disclosure title={t`Changes since audit #${audit.retestOf}`}>
      <Compared audit={audit} />
    </Disclosure>
  );
}

function Compared({ audit }: Props) {
  const { t, i18n } = useLingui();
  const { path } = useAudit(audit);
  const { slug: org } = useOrganization();
  const { data: sample } = useQuery(sampleQuery(path));
  const nameOf = (entry: number | 'all'): string =>
    entry === 'all' ? t`All pages` : (sample?.find(({ number }) => number === entry)?.name ?? `#${entry}`);
  const grid = at('/o/$org/p/$product/audits/$number/grid', { org, product: path.productSlug, number: path.number });
  const columns: Column<ComparedOutcome>[] = [
    {
      title: t`Requirement`,
      isHeader: true,
      cell: ({ number, requirementId, entry }) => (
        <Link to={grid} search={{ requirement: requirementId, entry: String(entry) }}>
          {number}
        </Link>
      ),
    },
    { title: t`Page or view`, cell: ({ entry }) => nameOf(entry) },
    { title: t`Before`, cell: ({ before }) => i18n._(OUTCOMES[before]) },
    { title: t`Now`, cell: ({ after }) => i18n._(OUTCOMES[after]) },
    { title: t`Comparison`, cell: ({ comparison }) => i18n._(COMPARISONS[comparison]) },
  ];
  return (
    <Loaded query={useQuery(comparisonQuery(path))} lines={4}>
      {({ counts, cells }) => (
        <>
          <ul>
            {(Object.keys(COMPARISONS) as (keyof typeof COMPARISONS)[])
              .filter((one) => counts[one] > 0)
              .map((one) => (
                <li key={one}>
                  {i18n._(COMPARISONS[one])}: {counts[one]}
                </li>
              ))}
          </ul>
          {cells.length > 0 && (
            <Table
              caption={t`Differences`}
              columns={columns}
              rows={cells}
              keyOf={({ requirementId, entry }) => `${requirementId} ${entry}`}
            />
          )}
        </>
      )}
    </Loaded>
  );
}
