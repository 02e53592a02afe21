import type { Audit } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { at } from '../app/addresses';
import { useAddress } from '../app/router-hooks';
import { auditQuery } from '../audits/queries';
import { useAuditTitle } from '../audits/title';
import { ModuleView } from '../organizations/module-view';
import { useCan, useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { EmptyState } from '../ui/empty-state';
import { Link } from '../ui/link';
import { LoadedView } from '../ui/loaded-view';
import { Loaded } from '../ui/loading';
import { Notice } from '../ui/notice';
import { View } from '../ui/view';
import { Board } from './board';
import { type AuditPath, gridQuery } from './queries';

/** How long somebody else's outcomes may stay unseen. */
const ANEW_MS = 60_000;

/** The workbench of an audit: an outcome for each requirement on each entry of its sample. */
export function Page() {
  const { t } = useLingui();
  return (
    <ModuleView module="audits" title={t`Outcomes`}>
      <Workbench />
    </ModuleView>
  );
}

function Workbench() {
  const { t } = useLingui();
  const { number } = useAddress('/o/$org/p/$product/audits/$number/grid');
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const read = useQuery(auditQuery(orgId, product.slug, number));
  return (
    <LoadedView query={read} title={t`Outcomes of audit #${number}`} where={product.name}>
      {({ audit }) => <OfAudit key={audit.id} audit={audit} />}
    </LoadedView>
  );
}

function OfAudit({ audit }: { audit: Audit }) {
  const { t } = useLingui();
  const { id: orgId, slug: org } = useOrganization();
  const { product } = useProduct();
  const titleOf = useAuditTitle();
  const mayDecide = useCan('audits_decideOutcomes') && !product.archivedAt && audit.status === 'in_progress';
  const path: AuditPath = { orgId, productSlug: product.slug, number: String(audit.number) };
  const grid = useQuery({ ...gridQuery(path), refetchInterval: ANEW_MS });
  const ofAudit = at('/o/$org/p/$product/audits/$number', { org, product: product.slug, number: path.number });
  return (
    <View
      title={t`Outcomes of audit #${audit.number}`}
      where={product.name}
      lead={<Link to={ofAudit}>{titleOf(audit)}</Link>}
    >
      {audit.status === 'completed' && (
        <Notice>
          <Trans>The audit is completed. Reopen it to change outcomes.</Trans>
        </Notice>
      )}
      <Loaded query={grid} lines={10}>
        {(read) =>
          read.requirements.length === 0 ? (
            <EmptyState
              title={t`No requirements yet`}
              action={
                <Link to={ofAudit}>
                  <Trans>Go to audit</Trans>
                </Link>
              }
            >
              {t`Choose a standard and a level for the audit to see its requirements.`}
            </EmptyState>
          ) : (
            <Board path={path} audit={audit} grid={read} mayDecide={mayDecide} />
          )
        }
      </Loaded>
    </View>
  );
}
