import { risksDelete, risksMaterialize } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { at } from '../app/addresses';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { useAddress } from '../app/router-hooks';
import { RecordChanges } from '../changes/record-changes';
import { ModuleView } from '../organizations/module-view';
import { useCan, useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { ConfirmButton } from '../ui/confirm-button';
import { Facts } from '../ui/facts';
import { Link } from '../ui/link';
import { LoadedView } from '../ui/loaded-view';
import { Notice } from '../ui/notice';
import { Time } from '../ui/time';
import { Section, View } from '../ui/view';
import { IssueStateBadge, RatingBadge, RiskStatusBadge } from '../words/term-badges';
import { EditRisk } from './edit';
import { type ReadRisk, riskQuery } from './queries';

/** One risk: what may occur, what is done against it, and the issue that it became. */
export function Page() {
  const { t } = useLingui();
  return (
    <ModuleView module="risks" title={t`Risk`}>
      <RiskView />
    </ModuleView>
  );
}

function RiskView() {
  const { t } = useLingui();
  const { number } = useAddress('/o/$org/p/$product/risks/$number');
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const query = useQuery(riskQuery(orgId, product.slug, number));
  return (
    <LoadedView query={query} title={t`Risk #${number}`} where={product.name}>
      {(read) => <ShownRisk read={read} />}
    </LoadedView>
  );
}

function ShownRisk({ read }: { read: ReadRisk }) {
  const { t } = useLingui();
  const { product } = useProduct();
  const { risk } = read;
  const mayChange = useCan('risks_update') && !product.archivedAt;
  const mayDelete = useCan('risks_delete') && !product.archivedAt;
  const mayMaterialize = useCan('risks_materialize') && !product.archivedAt && risk.linkedIssue === null;
  return (
    <View
      title={`#${risk.number} ${risk.title}`}
      where={product.name}
      lead={<RiskStatusBadge status={risk.status} />}
      actions={
        <>
          {mayMaterialize && <MakeIssue read={read} />}
          {mayDelete && <DeleteRisk read={read} />}
        </>
      }
    >
      <Became read={read} />
      {mayChange ? <EditRisk key={risk.id} read={read} /> : <ShowRisk read={read} />}
      <Section title={t`Origin`}>
        <Facts
          facts={[
            [t`Created`, <Time key="created" at={risk.createdAt} />],
            [t`Changed`, <Time key="changed" at={risk.updatedAt} />],
          ]}
        />
      </Section>
      <RecordChanges kind="risk" id={risk.id} />
    </View>
  );
}

/** The issue that it became. */
function Became({ read: { risk } }: { read: ReadRisk }) {
  const { slug: org } = useOrganization();
  const { product } = useProduct();
  const issue = risk.linkedIssue;
  if (!issue) return null;
  const to = at('/o/$org/p/$product/issues/$number', { org, product: product.slug, number: String(issue.number) });
  return (
    <Notice kind="warning">
      <p>
        <Trans>
          Occurred: <Link to={to}>issue #{issue.number}</Link>
        </Trans>{' '}
        <IssueStateBadge state={issue.state} />
      </p>
    </Notice>
  );
}

/** For who may not change it. */
function ShowRisk({ read: { risk } }: { read: ReadRisk }) {
  const { t } = useLingui();
  return (
    <Facts
      facts={[
        [t`Description`, risk.description],
        [t`Mitigation`, risk.mitigation],
        [t`Likelihood`, <RatingBadge key="likelihood" rating={risk.likelihood} />],
        [t`Impact`, <RatingBadge key="impact" rating={risk.impact} />],
        [t`Areas`, risk.areas.map(({ name }) => name).join(', ')],
        [t`Functional needs`, risk.functionalNeeds.map(({ name }) => name).join(', ')],
      ]}
    />
  );
}

/** Makes an issue of a risk that has occurred. */
function MakeIssue({ read: { risk } }: { read: ReadRisk }) {
  const { t } = useLingui();
  const { id: orgId, slug: org } = useOrganization();
  const { product } = useProduct();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const make = async (): Promise<void> => {
    const path = { orgId, productSlug: product.slug, riskNumber: risk.number };
    const { issue } = await call(risksMaterialize, { path });
    for (const kind of ['risks', 'issues', 'changes'])
      void queryClient.invalidateQueries({ queryKey: [kind, orgId], refetchType: 'none' });
    void queryClient.invalidateQueries({ queryKey: ['products', orgId] });
    const number = String(issue.number);
    await navigate({ to: at('/o/$org/p/$product/issues/$number', { org, product: product.slug, number }) });
    announce(t`Issue #${number} created.`);
  };
  return (
    <ConfirmButton name={t`Create issue`} kind="primary" run={make}>
      <p>
        <Trans>
          Use this when the barrier has occurred. It creates an issue from the title, description and impact of the
          risk.
        </Trans>
      </p>
    </ConfirmButton>
  );
}

function DeleteRisk({ read: { risk, etag } }: { read: ReadRisk }) {
  const { t } = useLingui();
  const { id: orgId, slug: org } = useOrganization();
  const { product } = useProduct();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const remove = async (): Promise<void> => {
    const path = { orgId, productSlug: product.slug, riskNumber: risk.number };
    await call(risksDelete, { path }, etag === undefined ? {} : { ifMatch: etag });
    await navigate({ to: at('/o/$org/p/$product/risks', { org, product: product.slug }), replace: true });
    queryClient.removeQueries({ queryKey: ['risks', orgId] });
    announce(t`Risk #${risk.number} deleted.`);
  };
  return (
    <ConfirmButton name={t`Delete risk`} run={remove}>
      <p>
        <Trans>Risk #{risk.number} is deleted for all members. Its issue is kept.</Trans>
      </p>
    </ConfirmButton>
  );
}
