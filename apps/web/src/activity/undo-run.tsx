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
    announce(t`Run #${activity.number} undone.`);
  };
  return (
    <ConfirmButton name={t`Undo run`} run={undo}>
      <ul>
        <li>
          <Trans>Unconfirmed findings that only this run reported are deleted.</Trans>
        </li>
        <li>
          <Trans>Findings that the run resolved or reopened return to their previous state.</Trans>
        </li>
        <li>
          <Trans>Decisions and issues that members changed since are kept:</Trans>{' '}
          <Plural value={activity.issueCount} one="# finding is linked to it." other="# findings are linked to it." />
        </li>
        <li>
          <Trans>The grade is calculated again without it.</Trans>
        </li>
      </ul>
    </ConfirmButton>
  );
}
