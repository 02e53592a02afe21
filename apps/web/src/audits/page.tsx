import type { Audit } from '@curbcut/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { at } from '../app/addresses';
import { useAddress } from '../app/router-hooks';
import { Conversation } from '../comments/conversation';
import { Comparison, Progress } from '../evaluation/audit-progress';
import { Sample } from '../evaluation/sample';
import { IssueLinks } from '../issues/issue-links';
import { ModuleView } from '../organizations/module-view';
import { Day } from '../organizations/day';
import { useCan, useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { standardsQuery } from '../standards/queries';
import { Badge } from '../ui/badge';
import { ButtonLink } from '../ui/button';
import { Facts } from '../ui/facts';
import { Link } from '../ui/link';
import { LoadedView } from '../ui/loaded-view';
import { Loaded } from '../ui/loading';
import { Notice } from '../ui/notice';
import { Panel } from '../ui/panel';
import { Section, View } from '../ui/view';
import { AuditStatusBadge } from '../words/term-badges';
import { AUDIT_METHODS, AUDIT_TYPES } from '../words/terms';
import { CompleteAudit, DeleteAudit, NewRetest, ReopenAudit } from './complete';
import { ExportAudit } from './export-audit';
import { ImportOutcomes } from './import-file';
import { Imports } from './imports';
import { EditAudit } from './edit';
import { auditIssuesQuery, auditQuery, peopleQuery, type ReadAudit } from './queries';
import { useAuditTitle } from './title';
import styles from './page.module.css';

/** One audit: what it examined, who made it, and what it found. */
export function Page() {
  const { t } = useLingui();
  return (
    <ModuleView module="audits" title={t`Audit`}>
      <AuditView />
    </ModuleView>
  );
}

function AuditView() {
  const { t } = useLingui();
  const { number } = useAddress('/o/$org/p/$product/audits/$number');
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const query = useQuery(auditQuery(orgId, product.slug, number));
  return (
    <LoadedView query={query} title={t`Audit #${number}`} where={product.name}>
      {(read) => <ShownAudit read={read} />}
    </LoadedView>
  );
}

function ShownAudit({ read }: { read: ReadAudit }) {
  const { i18n } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const { audit } = read;
  const titleOf = useAuditTitle();
  const mayChange = useCan('audits_update') && !product.archivedAt;
  const mayDelete = useCan('audits_delete') && !product.archivedAt;
  const mayCreate = useCan('audits_create') && !product.archivedAt;
  const isCompleted = audit.status === 'completed';
  return (
    <View
      title={`#${audit.number} ${titleOf(audit)}`}
      where={product.name}
      lead={
        <span className={styles.lead}>
          <AuditStatusBadge status={audit.status} />
          <Badge>{i18n._(AUDIT_TYPES[audit.type])}</Badge>
          {audit.retestOf !== null && <AuditLink number={audit.retestOf} />}
        </span>
      }
      actions={
        <>
          {mayChange && (isCompleted ? <ReopenAudit read={read} /> : <CompleteAudit read={read} />)}
          {mayCreate && isCompleted && <NewRetest audit={audit} />}
          {mayDelete && <DeleteAudit read={read} />}
        </>
      }
    >
      {audit.standardRemoved && (
        <Notice kind="warning">
          <Trans>
            The audit’s standard has been deleted. Choose another standard, or the audit does not count for the grade.
          </Trans>
        </Notice>
      )}
      <Examined audit={audit} mayChange={mayChange && !isCompleted} />
      {mayChange ? <EditAudit key={audit.id} read={read} /> : <ShowAudit audit={audit} />}
      <FoundIssues audit={audit} />
      {(audit.outcomeCount > 0 || audit.entryCount > 0) && (
        <Imports audit={audit} mayChange={mayChange && !isCompleted} />
      )}
      <Conversation record={{ kind: 'audits', orgId, productSlug: product.slug, name: audit.number }} />
    </View>
  );
}

function AuditLink({ number }: { number: number }) {
  const { slug: org } = useOrganization();
  const { product } = useProduct();
  return (
    <Trans>
      Retest of{' '}
      <Link to={at('/o/$org/p/$product/audits/$number', { org, product: product.slug, number: String(number) })}>
        #{number}
      </Link>
    </Trans>
  );
}

/** How far it is, and the way to its outcomes. */
function Examined({ audit, mayChange }: { audit: Audit; mayChange: boolean }) {
  const { t } = useLingui();
  const { slug: org } = useOrganization();
  const { product } = useProduct();
  const isEmpty = audit.entryCount === 0 && audit.outcomeCount === 0;
  const [mayExport, mayImport] = [useCan('audits_exportAudit'), useCan('audits_importOutcomes')];
  // Of one that was completed without either there is nothing to see.
  if (isEmpty && audit.status === 'completed') return null;
  const grid = at('/o/$org/p/$product/audits/$number/grid', {
    org,
    product: product.slug,
    number: String(audit.number),
  });
  return (
    <>
      <Panel isSunken>
        <Section
          title={t`Evaluation`}
          actions={
            <>
              <ButtonLink kind="secondary" to={grid}>{t`Open outcomes`}</ButtonLink>
              {mayExport && !isEmpty && <ExportAudit audit={audit} />}
              {mayImport && mayChange && <ImportOutcomes audit={audit} />}
            </>
          }
        >
          <p>
            <Plural value={audit.entryCount} one="# page or view" other="# pages or views" />,{' '}
            <Plural value={audit.outcomeCount} one="# outcome" other="# outcomes" />.{' '}
            {isEmpty ? null : audit.untestedCount === 0 ? (
              <Trans>All requirements are tested.</Trans>
            ) : (
              <Plural
                value={audit.untestedCount}
                one="# requirement is untested."
                other="# requirements are untested."
              />
            )}
          </p>
        </Section>
      </Panel>
      <Sample audit={audit} mayChange={mayChange} />
      {!isEmpty && <Progress audit={audit} />}
      <Comparison audit={audit} />
    </>
  );
}

function FoundIssues({ audit }: { audit: Audit }) {
  const { t } = useLingui();
  const { id: orgId, modules } = useOrganization();
  const { product } = useProduct();
  const hasIssues = modules.includes('issues');
  const issues = useQuery({ ...auditIssuesQuery(orgId, product.slug, audit.number), enabled: hasIssues });
  if (!hasIssues) return null;
  return (
    <Section title={t`Issues found`}>
      <Loaded query={issues} lines={3}>
        {(found) => <IssueLinks issues={found} none={t`No linked issues.`} caption={t`Issues found`} />}
      </Loaded>
    </Section>
  );
}

/** For who may not change it. */
function ShowAudit({ audit }: { audit: Audit }) {
  const { t, i18n } = useLingui();
  const { id: orgId } = useOrganization();
  const standards = useQuery(standardsQuery(orgId));
  const people = useQuery({ ...peopleQuery(orgId), enabled: audit.leadId !== null });
  const standard = standards.data?.find(({ id }) => id === audit.standardId);
  return (
    <Facts
      facts={[
        [t`Description`, audit.description],
        [t`Scope`, audit.scopeText],
        [t`Executive summary`, audit.executiveSummary],
        [
          t`Standard`,
          standard &&
            [standard.name, standard.levels.find(({ id }) => id === audit.conformanceLevel)?.name]
              .filter(Boolean)
              .join(', '),
        ],
        [t`Method`, audit.method && i18n._(AUDIT_METHODS[audit.method])],
        [t`Lead auditor`, people.data?.find(({ id }) => id === audit.leadId)?.name],
        [t`Evaluators`, audit.evaluators.map(({ name }) => name).join(', ')],
        [
          t`Browsers and assistive technologies`,
          audit.baseline
            .map(({ browser, assistiveTechnology }) => [browser, assistiveTechnology].filter(Boolean).join(', '))
            .join('; '),
        ],
        [t`Started`, audit.startedAt && <Day key="started" at={audit.startedAt} />],
        [t`Due`, audit.dueAt && <Day key="due" at={audit.dueAt} />],
        [t`Completed`, audit.completedAt && <Day key="completed" at={audit.completedAt} />],
      ]}
    />
  );
}
