import { type TrackerConnection, trackerConnectionsDelete, trackerConnectionsUpdate } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { at } from '../app/addresses';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { withProof } from '../app/fresh-proof';
import { queryClient } from '../app/queries';
import { ModuleView } from '../organizations/module-view';
import { useCan, useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { ProductSettings } from '../products/settings-layout';
import { Badge } from '../ui/badge';
import { buttonClass } from '../ui/button';
import { ConfirmButton } from '../ui/confirm-button';
import { CopyField } from '../ui/copy-field';
import { Disclosure } from '../ui/disclosure';
import { EmptyState } from '../ui/empty-state';
import { Facts } from '../ui/facts';
import { Link, OutLink } from '../ui/link';
import { Loaded } from '../ui/loading';
import { Notice } from '../ui/notice';
import { Panel } from '../ui/panel';
import { Time } from '../ui/time';
import { EditConnection } from './edit-connection';
import { ImportIssues } from './import-issues';
import { NewConnection } from './new-connection';
import { connectionsQuery, readConnection } from './queries';
import { TestConnection } from './test-connection';
import styles from './trackers.module.css';
import { KINDS, PROBLEMS, STATES } from './words';

/** The trackers of developers in which the issues of a product stand too. */
export function Page() {
  const { t } = useLingui();
  const title = t`Trackers`;
  return (
    <ModuleView module="issues" title={t`Settings: ${title}`}>
      <Trackers />
    </ModuleView>
  );
}

function Trackers() {
  const { t } = useLingui();
  const { id: orgId, slug: org } = useOrganization();
  const { product } = useProduct();
  const mayCreate = useCan('trackerConnections_create') && !product.archivedAt;
  const connections = useQuery(connectionsQuery(orgId, product.slug));
  return (
    <ProductSettings
      title={t`Trackers`}
      lead={t`Issues stay in sync with the tracker that your developers use.`}
      actions={mayCreate && <NewConnection />}
    >
      <Loaded query={connections} lines={4}>
        {(found) =>
          found.length === 0 ? (
            <EmptyState title={t`No trackers yet`}>
              {mayCreate ? (
                <Trans>Connect the project that your developers use.</Trans>
              ) : (
                <Trans>Admins and owners of the organization connect trackers.</Trans>
              )}
            </EmptyState>
          ) : (
            found.map((connection) => <OneConnection key={connection.id} connection={connection} />)
          )
        }
      </Loaded>
      <p className={styles.quiet}>
        <Trans>
          Links to GitHub issues and pull requests do not need a tracker connection. They are set up for the whole
          organization in <Link to={at('/o/$org/settings/github', { org })}>its GitHub settings</Link>.
        </Trans>
      </p>
    </ProductSettings>
  );
}

function OneConnection({ connection }: { connection: TrackerConnection }) {
  const { t, i18n } = useLingui();
  const { slug: org } = useOrganization();
  const { product } = useProduct();
  const { id, kind, name, url, project, state, problem, lastAnswer, push, webhookUrl, webhookSecretSet } = connection;
  const mayChange = useCan('trackerConnections_update') && !product.archivedAt;
  const mayTest = useCan('trackerConnections_test');
  const mayDelete = useCan('trackerConnections_delete');
  const maySeeDifferences = useCan('trackerDifferences_list');
  const mayImport = useCan('trackerConnections_import') && !product.archivedAt && state !== 'off' && kind !== 'webhook';
  const about = `connection-${id}`;
  const [words, tone] = STATES[state];
  return (
    <Panel>
      <h2 id={about} className={styles.name}>
        {name} <Badge kind={tone}>{i18n._(words)}</Badge>
      </h2>
      {problem !== null && (
        <Notice kind={state === 'on' ? 'warning' : 'problem'}>
          <p>{i18n._(PROBLEMS[problem])}</p>
          {state === 'off' && <p>{t`It failed for five days and was turned off.`}</p>}
        </Notice>
      )}
      <Facts
        facts={[
          [t`Tracker`, KINDS[kind].name],
          [
            i18n._(KINDS[kind].project),
            <OutLink key="project" href={KINDS[kind].addressOf(url, project.key) ?? ''}>
              {project.key}
            </OutLink>,
          ],
          [t`Issues sent`, push.by === 'hand' ? t`Issues sent manually` : t`New issues at or above a severity`],
          [
            t`Last response`,
            lastAnswer === null ? (
              t`None yet`
            ) : (
              <span key="answer">
                {lastAnswer.status ?? t`No response`} · <Time at={lastAnswer.at} />
              </span>
            ),
          ],
        ]}
      />
      {mayChange && (
        <Disclosure title={t`Set up immediate updates`} isSmall>
          <div className={styles.group}>
            <p>
              {webhookSecretSet ? (
                <Trans>
                  In the tracker, create a webhook for issue events with this URL and the secret that you set here.
                </Trans>
              ) : (
                <Trans>
                  For immediate updates, set a webhook secret (“Edit”). Then create a webhook for issue events in the
                  tracker with this URL. Without a webhook, changes arrive within five minutes.
                </Trans>
              )}
            </p>
            <CopyField label={t`Webhook URL`} value={webhookUrl} copy={t`Copy URL`} />
          </div>
        </Disclosure>
      )}
      <div className={styles.buttons}>
        {maySeeDifferences && (
          <Link
            to={at('/o/$org/p/$product/settings/trackers/$connection', { org, product: product.slug, connection: id })}
            className={buttonClass('secondary', true)}
            aria-describedby={about}
          >
            {t`Differences`}
          </Link>
        )}
        {mayImport && <ImportIssues connectionId={id} about={about} />}
        {mayTest && <TestConnection connectionId={id} about={about} />}
        {mayChange && <EditConnection connection={connection} about={about} />}
        {mayChange && <TurnOnOrOff connection={connection} about={about} />}
        {mayDelete && <Remove connection={connection} about={about} />}
      </div>
    </Panel>
  );
}

interface Act {
  connection: TrackerConnection;
  about: string;
}

function useSeeAnew(): () => Promise<void> {
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  return () => queryClient.invalidateQueries({ queryKey: connectionsQuery(orgId, product.slug).queryKey });
}

function TurnOnOrOff({ connection: { id: connectionId, state }, about }: Act) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const seeAnew = useSeeAnew();
  const isOff = state === 'off';
  const turn = async (): Promise<void> => {
    const path = { orgId, productSlug: product.slug, connectionId };
    const { etag } = await readConnection(orgId, product.slug, connectionId);
    const body = { state: isOff ? 'on' : 'off' } as const;
    await withProof(() => call(trackerConnectionsUpdate, { path, body }, etag === undefined ? {} : { ifMatch: etag }));
    await seeAnew();
    announce(t`Saved.`);
  };
  return (
    <ConfirmButton name={isOff ? t`Turn on` : t`Turn off`} kind="secondary" isSmall about={about} run={turn}>
      <p>
        {isOff ? (
          <Trans>Issues sync with the tracker again, starting from their last common state.</Trans>
        ) : (
          <Trans>The connection does not sync until it is turned on again.</Trans>
        )}
      </p>
    </ConfirmButton>
  );
}

function Remove({ connection: { id: connectionId, name }, about }: Act) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const seeAnew = useSeeAnew();
  const remove = async (): Promise<void> => {
    const path = { orgId, productSlug: product.slug, connectionId };
    const { etag } = await readConnection(orgId, product.slug, connectionId);
    await withProof(() => call(trackerConnectionsDelete, { path }, etag === undefined ? {} : { ifMatch: etag }));
    await seeAnew();
    announce(t`Connection ${name} deleted.`);
  };
  return (
    <ConfirmButton name={t`Delete connection`} isSmall about={about} run={remove}>
      <p>
        <Trans>
          Issues of <strong>{name}</strong> are no longer in sync with the tracker. Both copies are kept. The token is
          deleted.
        </Trans>
      </p>
    </ConfirmButton>
  );
}
