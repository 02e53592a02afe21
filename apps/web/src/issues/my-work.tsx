import { Plural, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { at } from '../app/addresses';
import { useOrganization } from '../organizations/organization';
import { useProductOf } from '../products/rows';
import { Link } from '../ui/link';
import { Section } from '../ui/view';
import { Due } from './due';
import { issuesQuery } from './queries';
import styles from './page.module.css';

const SHOWN = 5;
const MINE = { assigneeId: 'me', state: 'open' };

/** The open issues that the person has to do, most urgent first; nothing where there are none. */
export function MyWork() {
  const { t } = useLingui();
  const { id: orgId, slug: org } = useOrganization();
  const productOf = useProductOf(true);
  const order = { page: 1, pageSize: SHOWN, sortField: 'dueAt', sortDirection: 'asc' } as const;
  const { data } = useQuery(issuesQuery(orgId, undefined, { ...MINE, ...order }));
  if (!data || data.issues.length === 0) return null;
  const total = data.total ?? 0;
  return (
    <Section title={t`My work`}>
      <ul role="list" className={styles.mine}>
        {data.issues.map((issue) => {
          const product = productOf(issue.productId)?.slug ?? issue.productId;
          return (
            <li key={issue.id}>
              <Link to={at('/o/$org/p/$product/issues/$number', { org, product, number: String(issue.number) })}>
                #{issue.number} {issue.title}
              </Link>{' '}
              <Due issue={issue} />
            </li>
          );
        })}
      </ul>
      {total > SHOWN && (
        <p>
          <Link to={at('/o/$org/issues', { org })} search={{ ...MINE, sortField: 'dueAt' }}>
            <Plural value={total} one="Your # open issue" other="All your # open issues" />
          </Link>
        </p>
      )}
    </Section>
  );
}
