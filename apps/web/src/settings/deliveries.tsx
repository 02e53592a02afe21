import { type Delivery, type DeliveryStatus, webhooksReplayDelivery } from '@curbcut/client';
import { Plural, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { alert, announce } from '../app/announcements';
import { call } from '../app/client';
import { queryClient } from '../app/queries';
import { useSearch } from '../app/router-hooks';
import { useCan, useOrganization } from '../organizations/organization';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { RecordList } from '../ui/record-list';
import type { Column } from '../ui/table';
import { Time } from '../ui/time';
import { problemText } from '../words/problems';
import { deliveriesQuery } from './queries';

/** What was sent to a webhook in the last thirty days, and what became of it. */
export function Deliveries({ webhookId }: { webhookId: string }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const [search] = useSearch();
  const mayReplay = useCan('webhooks_replayDelivery');
  const page = Math.max(1, Number.parseInt(search['page'] ?? '1', 10) || 1);
  const deliveries = useQuery(deliveriesQuery(orgId, webhookId, page));
  const replay = async (deliveryId: string): Promise<void> => {
    try {
      await call(webhooksReplayDelivery, { path: { orgId, webhookId, deliveryId } });
      await queryClient.invalidateQueries({ queryKey: ['webhooks', orgId, webhookId] });
      announce(t`Message queued for delivery.`);
    } catch (error) {
      alert(problemText(error));
    }
  };
  const columns: Column<Delivery>[] = [
    { title: t`Message`, isHeader: true, cell: ({ id, type }) => <code id={`delivery-${id}`}>{type}</code> },
    { title: t`Result`, cell: (delivery) => <Outcome delivery={delivery} /> },
    { title: t`Attempts`, isNumber: true, cell: ({ attempts }) => attempts },
    { title: t`Created`, cell: ({ createdAt }) => <Time at={createdAt} /> },
    ...(mayReplay
      ? [
          {
            title: t`Actions`,
            cell: ({ id }: Delivery) => (
              <Button kind="secondary" isSmall aria-describedby={`delivery-${id}`} onClick={() => void replay(id)}>
                {t`Send again`}
              </Button>
            ),
          },
        ]
      : []),
  ];
  return (
    <RecordList
      query={deliveries}
      rowsOf={(found) => found.deliveries}
      count={(total) => <Plural value={total} one="# message" other="# messages" />}
      isFiltered={false}
      nothing={<EmptyState title={t`No deliveries yet`} />}
      nothingFits={t`This page is empty`}
      table={{ caption: t`Messages`, columns, keyOf: ({ id }) => id }}
    />
  );
}

function Outcome({ delivery: { status, responseStatus, error } }: { delivery: Delivery }) {
  const { t } = useLingui();
  const names: Record<DeliveryStatus, string> = {
    pending: t`Sending`,
    delivered: t`Delivered`,
    failed: t`Delivery failed`,
  };
  const kinds = { pending: 'accent', delivered: 'good', failed: 'wrong' } as const;
  return (
    <>
      <Badge kind={kinds[status]}>{names[status]}</Badge> {responseStatus ?? error}
    </>
  );
}
