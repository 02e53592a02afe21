import { type Overview, overviewRead } from '@curbcut/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { at } from '../app/addresses';
import { call } from '../app/client';
import { useMe } from '../app/session';
import { MyWork } from '../issues/my-work';
import { NoProducts } from '../products/list';
import { productsQuery } from '../products/queries';
import { GradeLetters, Letter } from '../ui/badge';
import { Link } from '../ui/link';
import { Loaded } from '../ui/loading';
import { Time } from '../ui/time';
import { Section, View } from '../ui/view';
import { useOrganization } from './organization';
import styles from './overview.module.css';
import { Unverified } from './unverified';

/** The first view of an organization: what waits, how its products stand, what is due, and what changed. */
export function Page() {
  const { t } = useLingui();
  const { id, name } = useOrganization();
  const { user } = useMe();
  const products = useQuery(productsQuery(id));
  const overview = useQuery({
    queryKey: ['products', id, 'overview'],
    queryFn: ({ signal }) => call(overviewRead, { path: { orgId: id } }, { signal }),
  });
  return (
    <View title={name}>
      {!user.emailVerified && <Unverified email={user.email} />}
      <Loaded query={products} lines={6}>
        {(all) =>
          all.length === 0 ? (
            <NoProducts />
          ) : (
            <>
              <Loaded query={overview} lines={3}>
                {(found) => <Waiting overview={found} />}
              </Loaded>
              {overview.data?.openIssues && <MyWork />}
              <Section title={t`Products by Grade`}>
                <ProductCards />
              </Section>
              {overview.data && <Due overview={overview.data} />}
            </>
          )
        }
      </Loaded>
    </View>
  );
}

/** A number that leads to what it counts. */
const Tile = ({
  to,
  search,
  count,
  children,
}: {
  to: string;
  search?: Record<string, string>;
  count: number;
  children: ReactNode;
}) => (
  <li>
    <Link to={to} search={search} className={styles.tile}>
      <strong className={styles.count}>{count}</strong> <span>{children}</span>
    </Link>
  </li>
);

function Waiting({ overview: { pendingFindings, openIssues, overdueAudits, dueReports } }: { overview: Overview }) {
  const { t } = useLingui();
  const { slug: org } = useOrganization();
  return (
    <Section title={t`To do`}>
      <ul role="list" className={styles.tiles}>
        {pendingFindings !== null && (
          <Tile to={at('/o/$org/findings', { org })} count={pendingFindings}>
            <Plural value={pendingFindings} one="finding awaits triage" other="findings await triage" />
          </Tile>
        )}
        {openIssues !== null && (
          <Tile to={at('/o/$org/issues', { org })} search={{ state: 'open' }} count={openIssues.total}>
            <Plural value={openIssues.total} one="issue is open" other="issues are open" />
          </Tile>
        )}
        {overdueAudits !== null && (
          <Tile to={at('/o/$org/audits', { org })} count={overdueAudits.total}>
            <Plural value={overdueAudits.total} one="full audit is overdue" other="full audits are overdue" />
          </Tile>
        )}
        {dueReports !== null && (
          <Tile to={at('/o/$org/reports', { org })} count={dueReports.total}>
            <Plural value={dueReports.total} one="report to review" other="reports to review" />
          </Tile>
        )}
      </ul>
    </Section>
  );
}

const SHOWN = 12;

function ProductCards() {
  const { id, slug: org } = useOrganization();
  const { data: all = [] } = useQuery(productsQuery(id));
  const worstFirst = [...all].sort((a, b) => (b.grade?.letter ?? '').localeCompare(a.grade?.letter ?? ''));
  return (
    <>
      <ul role="list" className={styles.cards}>
        {worstFirst.slice(0, SHOWN).map((product) => (
          <li key={product.id} className={styles.card}>
            <GradeLetters grade={product.grade} />
            <Link to={at('/o/$org/p/$product', { org, product: product.slug })}>{product.name}</Link>
          </li>
        ))}
      </ul>
      <p>
        <Link to={at('/o/$org/products', { org })}>
          <Trans>All products</Trans>
        </Link>
      </p>
    </>
  );
}

/** What is due, and which Grades changed; parts without anything are left out. */
function Due({ overview: { overdueAudits, dueReports, gradeChanges } }: { overview: Overview }) {
  const { t } = useLingui();
  const { slug: org } = useOrganization();
  const toProduct = (product: string) => at('/o/$org/p/$product', { org, product });
  return (
    <div className={styles.due}>
      {overdueAudits !== null && overdueAudits.audits.length > 0 && (
        <Section title={t`Overdue audits`}>
          <ul className={styles.points}>
            {overdueAudits.audits.map(({ productSlug, productName, nextAuditDate }) => (
              <li key={productSlug}>
                <Link to={at('/o/$org/p/$product/audits', { org, product: productSlug })}>{productName}</Link>,{' '}
                <Trans>
                  due <Time at={nextAuditDate} isDate />
                </Trans>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {dueReports !== null && dueReports.reports.length > 0 && (
        <Section title={t`Reports to review`}>
          <ul className={styles.points}>
            {dueReports.reports.map(({ productSlug, productName, number, title, reviewBy }) => (
              <li key={`${productSlug}#${number}`}>
                {productName}:{' '}
                <Link
                  to={at('/o/$org/p/$product/reports/$number', { org, product: productSlug, number: String(number) })}
                >
                  {title}
                </Link>
                ,{' '}
                <Trans>
                  by <Time at={reviewBy} isDate />
                </Trans>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {gradeChanges.length > 0 && (
        <Section title={t`Grade changes`}>
          <ul role="list" className={styles.changes}>
            {gradeChanges.map(({ productSlug, productName, from, to, at: when }) => (
              <li key={productSlug} className={styles.change}>
                <span className={styles.letters}>
                  <Letter letter={from} />
                  <span aria-hidden="true">→</span>
                  <Letter letter={to} />
                </span>
                <span>
                  <Link to={toProduct(productSlug)}>{productName}</Link>, <Time at={when} isDate />
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}
