import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { at } from '../app/addresses';
import { base } from '../app/client';
import { useAddress, useSearch } from '../app/router-hooks';
import { Conversation } from '../comments/conversation';
import { ModuleView } from '../organizations/module-view';
import { Day } from '../organizations/day';
import { useCan, useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { buttonClass } from '../ui/button';
import { Link } from '../ui/link';
import { LoadedView } from '../ui/loaded-view';
import { Loaded } from '../ui/loading';
import { Time } from '../ui/time';
import { View } from '../ui/view';
import { About } from './about';
import { DeleteReport, PublishReport, ReviseReport, ReviewReport, WithdrawReport } from './actions';
import { ReportBadges } from './badges';
import { Editor } from './editor';
import { ExportReport } from './export';
import shared from '../ui/parts.module.css';
import styles from './page.module.css';
import { Problems } from './problems';
import { PublicAddress } from './public-address';
import { problemsOf, type ReadReport, reportQuery, reportRequirementsQuery } from './queries';

/** One conformance report: what it says of each requirement, what is known about itself, and how it leaves. */
export function Page() {
  const { t } = useLingui();
  return (
    <ModuleView module="conformance" title={t`Conformance report`}>
      <ReportView />
    </ModuleView>
  );
}

function ReportView() {
  const { t } = useLingui();
  const { number } = useAddress('/o/$org/p/$product/reports/$number');
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const query = useQuery(reportQuery(orgId, product.slug, number));
  return (
    <LoadedView query={query} title={t`Report #${number}`} where={product.name}>
      {(read) => <ShownReport read={read} />}
    </LoadedView>
  );
}

function ShownReport({ read }: { read: ReadReport }) {
  const { t } = useLingui();
  const [{ part }] = useSearch();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const { report } = read;
  const isDraft = report.status === 'draft';
  const requirements = useQuery(reportRequirementsQuery(orgId, product.slug, String(report.number)));
  const problems = requirements.data ? problemsOf(requirements.data) : [];
  return (
    <View
      title={report.title}
      where={product.name}
      lead={
        <span className={styles.lead}>
          <ReportBadges report={report} />
          {report.publishedAt && (
            <span>
              {t`Published`} <Time at={report.publishedAt} isDate />
            </span>
          )}
          {report.validUntil && (
            <span>
              {t`Valid until`} <Day at={report.validUntil} />
            </span>
          )}
        </span>
      }
      actions={<Actions read={read} problems={problems.length} />}
    >
      {report.status === 'published' && <PublicAddress report={report} />}
      <Parts number={report.number} isAbout={part === 'about'} />
      {part === 'about' ? (
        <>
          <About key={report.id} read={read} />
          <Conversation
            record={{ kind: 'conformanceReports', orgId, productSlug: product.slug, name: report.number }}
          />
        </>
      ) : (
        <Loaded query={requirements} lines={8}>
          {(found) => (
            <>
              {isDraft && <Problems problems={problems} />}
              <Editor report={report} found={found} />
            </>
          )}
        </Loaded>
      )}
    </View>
  );
}

function Actions({ read, problems }: { read: ReadReport; problems: number }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const { report } = read;
  const isActive = !product.archivedAt;
  const [mayPublish, mayWithdraw] = [useCan('conformanceReports_publish'), useCan('conformanceReports_withdraw')];
  const [mayRevise, mayReview] = [useCan('conformanceReports_revise'), useCan('conformanceReports_review')];
  const mayDelete = useCan('conformanceReports_delete');
  const isDraft = report.status === 'draft';
  const isPublished = report.status === 'published';
  return (
    <>
      {isDraft && mayPublish && isActive && <PublishReport read={read} problems={problems} />}
      {!isDraft && mayRevise && isActive && <ReviseReport read={read} />}
      <a
        className={buttonClass('secondary')}
        href={`${base}/v1/organizations/${orgId}/products/${product.slug}/conformance-reports/${report.number}/export?format=html&inline=true`}
        target="_blank"
        rel="noopener"
      >
        {t`Preview`} <span className="visually-hidden">{t`(opens in a new tab)`}</span>
      </a>
      <ExportReport report={report} />
      {isPublished && mayReview && <ReviewReport read={read} />}
      {isPublished && mayWithdraw && <WithdrawReport read={read} />}
      {isDraft && mayDelete && isActive && <DeleteReport read={read} />}
    </>
  );
}

/** The two parts of a report. */
function Parts({ number, isAbout }: { number: number; isAbout: boolean }) {
  const { t } = useLingui();
  const { slug: org } = useOrganization();
  const { product } = useProduct();
  const to = at('/o/$org/p/$product/reports/$number', { org, product: product.slug, number: String(number) });
  const parts = [
    { name: t`Requirements`, search: {}, isCurrent: !isAbout },
    { name: t`About the report`, search: { part: 'about' }, isCurrent: isAbout },
  ];
  return (
    <nav aria-label={t`Report`}>
      <ul role="list" className={shared.parts}>
        {parts.map(({ name, search, isCurrent }) => (
          <li key={name}>
            <Link to={to} search={search} className={shared.part} isCurrent={isCurrent}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
