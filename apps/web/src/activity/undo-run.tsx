import { testActivitiesDelete } from '@curbcut/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { at } from '../app/addresses';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { ConfirmButton } from '../ui/confirm-button';
import type { ReadActivity } from './queries';

/** Takes a run back: says what will be as if it had not been, and asks. */
export function UndoRun({ read: { activity, etag } }: { read: ReadActivity }) {
  const { t } = useLingui();
  const { id: orgId, slug: org } = useOrganization();
  const { product } = useProduct();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const undo = async (): Promise<void> => {
    const path = { orgId, productSlug: product.slug, number: activity.number };
    await call(testActivitiesDelete, { path }, etag === undefined ? {} : { ifMatch: etag });
    await navigate({ to: at('/o/$org/p/$product/activity', { org, product: product.slug }), replace: true });
    queryClient.removeQueries({ queryKey: ['activity', orgId] });
    for (const kind of ['products', 'findings', 'issues', 'lines', 'changes'])
      void queryClient.invalidateQueries({ queryKey: [kind, orgId] });
    announce(t`Run #${activity.number} is undone.`);
  };
  return (
    <ConfirmButton name={t`Undo run`} run={undo}>
      <ul>
        <li>
          <Trans>Findings that only this run reported, and that nobody confirmed, are gone.</Trans>
        </li>
        <li>
          <Trans>Findings that it resolved or brought back are as they were before it.</Trans>
        </li>
        <li>
          <Trans>What somebody has decided since stays, and so do issues:</Trans>{' '}
          <Plural value={activity.issueCount} one="# is linked to it." other="# are linked to it." />
        </li>
        <li>
          <Trans>The Grade is computed anew without it.</Trans>
        </li>
      </ul>
    </ConfirmButton>
  );
}
