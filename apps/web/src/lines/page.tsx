import { type Line, linesEnd, linesList } from '@curbcut/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { at } from '../app/addresses';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { ModuleView } from '../organizations/module-view';
import { useCan, useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { ConfirmButton } from '../ui/confirm-button';
import { EmptyState } from '../ui/empty-state';
import { Link } from '../ui/link';
import { Loaded } from '../ui/loading';
import { Status } from '../ui/status';
import { type Column, Table } from '../ui/table';
import { Time } from '../ui/time';
import { View } from '../ui/view';
import { LINE_KINDS } from '../words/terms';

const linesQuery = (orgId: string, productSlug: string) =>
  queryOptions({
    queryKey: ['lines', orgId, productSlug],
    queryFn: async ({ signal }) => (await call(linesList, { path: { orgId, productSlug } }, { signal })).lines,
  });

/** The lines of a product that have not ended: of what the runs of each tool speak. */
export function Page() {
  const { t } = useLingui();
  return (
    <ModuleView module="testing" title={t`Lines`}>
      <Lines />
    </ModuleView>
  );
}

function Lines() {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const lines = useQuery(linesQuery(orgId, product.slug));
  const columns = useLineColumns();
  return (
    <View
      title={t`Lines`}
      where={product.name}
      lead={t`A line is a series of runs of one tool: for the deployed product, or for a pull request. Each run is compared with the previous runs of its line.`}
    >
      <Loaded query={lines} lines={5}>
        {(found) =>
          found.length === 0 ? (
            <EmptyState title={t`No lines yet`}>
              <Trans>The first run of a tool creates a line.</Trans>
            </EmptyState>
          ) : (
            <>
              <Status>
                <Plural value={found.length} one="# line" other="# lines" />
              </Status>
              <Table caption={t`Lines`} columns={columns} rows={found} keyOf={({ id }) => id} />
            </>
          )
        }
      </Loaded>
    </View>
  );
}

function useLineColumns(): Column<Line>[] {
  const { t, i18n } = useLingui();
  const { slug: org } = useOrganization();
  const { product } = useProduct();
  const mayEnd = useCan('lines_end') && !product.archivedAt;
  return [
    {
      title: t`Line`,
      isHeader: true,
      cell: ({ kind, name }) => [i18n._(LINE_KINDS[kind]), name].filter(Boolean).join(' '),
    },
    { title: t`Tool`, cell: ({ tool }) => tool },
    { title: t`Findings present`, isNumber: true, cell: ({ findingsPresent }) => findingsPresent },
    {
      title: t`Latest run`,
      cell: ({ lastRun }) => (
        <>
          <Link
            to={at('/o/$org/p/$product/activity/$number', {
              org,
              product: product.slug,
              number: String(lastRun.number),
            })}
          >
            #{lastRun.number}
          </Link>
          , <Time at={lastRun.at} />
        </>
      ),
    },
    { title: t`First run`, cell: ({ firstRun }) => <Time at={firstRun.at} isDate /> },
    ...(mayEnd ? [{ title: t`End`, cell: (line: Line) => <EndLine line={line} /> }] : []),
  ];
}

function EndLine({ line }: { line: Line }) {
  const { t, i18n } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const queryClient = useQueryClient();
  const name = [i18n._(LINE_KINDS[line.kind]), line.name, line.tool].filter(Boolean).join(' ');
  const end = async (): Promise<void> => {
    await call(linesEnd, { path: { orgId, productSlug: product.slug, lineId: line.id } });
    for (const kind of ['lines', 'findings', 'products', 'changes'])
      void queryClient.invalidateQueries({ queryKey: [kind, orgId] });
    announce(t`Line ended: ${name}.`);
  };
  return (
    <ConfirmButton name={t`End ${name}`} isSmall run={end}>
      <p>
        <Plural
          value={line.findingsPresent}
          one="# finding is present in this line. If it is in no other line, it is resolved."
          other="# findings are present in this line. Those that are in no other line are resolved."
        />{' '}
        <Trans>The next run of the tool starts a new line.</Trans>
      </p>
    </ConfirmButton>
  );
}
