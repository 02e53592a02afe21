import { testActivitiesList } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { at } from '../app/addresses';
import { arriveAnew } from '../app/arrival';
import { call } from '../app/client';
import { useCan, useOrganization } from '../organizations/organization';
import { SendReport } from '../reports/send-report';
import { Button } from '../ui/button';
import { Link } from '../ui/link';
import { Notice } from '../ui/notice';
import { View } from '../ui/view';

const LOOK_EVERY_MS = 10_000;

/** The first report of a product: files, or what its pipeline sends. */
export function FirstReport({ product }: { product: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { id, slug: org, name: where } = useOrganization();
  const open = () => navigate({ to: at('/o/$org/p/$product', { org, product }) });
  useEffect(arriveAnew, []);
  return (
    <View
      title={t`Your first report`}
      where={where}
      lead={t`A report with findings from a tool sets the grade of the product.`}
      isNarrow
    >
      <FirstRun product={product} />
      <SendReport
        orgId={id}
        productSlug={product}
        done={open}
        actions={<Button kind="secondary" onClick={() => void open()}>{t`Skip for now`}</Button>}
      />
    </View>
  );
}

/** Looks again and again whether the pipeline has reported. */
function FirstRun({ product: productSlug }: { product: string }) {
  const { id: orgId, slug: org } = useOrganization();
  const mayLook = useCan('testActivities_list');
  const { data: hasRun } = useQuery({
    queryKey: ['activity', orgId, productSlug, 'first'],
    queryFn: async ({ signal }) => {
      const path = { orgId, productSlug };
      const found = await call(testActivitiesList, { path, query: { pageSize: 1, total: false } }, { signal });
      return found.testActivities.length > 0;
    },
    enabled: mayLook,
    refetchInterval: ({ state }) => (state.data ? false : LOOK_EVERY_MS),
  });
  return (
    <div role="status">
      {hasRun === true && (
        <Notice kind="done">
          <p>
            <Trans>
              The first report has arrived.{' '}
              <Link to={at('/o/$org/p/$product', { org, product: productSlug })}>See the grade</Link>
            </Trans>
          </p>
        </Notice>
      )}
      {hasRun === false && (
        <Notice>
          <p>
            <Trans>Waiting for the first run of your pipeline. You can also upload report files.</Trans>
          </p>
        </Notice>
      )}
    </div>
  );
}
