import type { Monitor, MonitorRun } from '@curbcut/client';
import { Plural, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { at } from '../app/addresses';
import { useSearch } from '../app/router-hooks';
import { useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { Link } from '../ui/link';
import { listQueryOf } from '../ui/list-query';
import { RecordList } from '../ui/record-list';
import type { Column } from '../ui/table';
import { Time } from '../ui/time';
import { RunStateBadge } from './badges';
import { runsQuery } from './queries';
import { reasonOf, RUN_TRIGGERS } from './words';

const SORTED_BY = { field: 'createdAt', direction: 'desc' } as const;
const SHOWN = 10;

/** The runs of a monitor, the newest first; what is under way is shown as it goes on. */
export function Runs({ monitor: { number } }: { monitor: Monitor }) {
  const { t, i18n } = useLingui();
  const [search] = useSearch();
  const { id: orgId, slug: org } = useOrganization();
  const { product } = useProduct();
  const query = useQuery(runsQuery(orgId, product.slug, number, listQueryOf(search, [], SORTED_BY, SHOWN)));
  const columns: Column<MonitorRun>[] = [
    {
      title: t`Started`,
      isHeader: true,
      cell: ({ id, createdAt }) => (
        <Link
          to={at('/o/$org/p/$product/monitors/$number/runs/$run', {
            org,
            product: product.slug,
            number: String(number),
            run: id,
          })}
        >
          <Time at={createdAt} />
        </Link>
      ),
    },
    {
      title: t`State`,
      cell: ({ state, reason, message }) => {
        const word = reasonOf(reason);
        return (
          <>
            <RunStateBadge state={state} /> {word ? i18n._(word) : (message ?? reason)}
          </>
        );
      },
    },
    { title: t`By`, cell: ({ trigger }) => i18n._(RUN_TRIGGERS[trigger]) },
    { title: t`Scanned`, isNumber: true, cell: ({ pages }) => pages.looked },
    { title: t`Failed`, isNumber: true, cell: ({ pages }) => pages.failed },
    { title: t`Findings`, isNumber: true, cell: ({ findingCount }) => findingCount },
  ];
  return (
    <RecordList
      query={query}
      rowsOf={(page) => page.runs}
      count={(total) => <Plural value={total} one="# run" other="# runs" />}
      isFiltered={false}
      nothingFits=""
      nothing={<p>{t`No run yet.`}</p>}
      table={{ caption: t`Runs`, columns, keyOf: ({ id }) => id }}
    />
  );
}
