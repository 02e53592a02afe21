import { type ApiKey, apiKeysRevoke } from '@curbcut/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { withProof } from '../app/fresh-proof';
import { queryClient } from '../app/queries';
import { Day } from '../organizations/day';
import { useCan, useOrganization } from '../organizations/organization';
import { Badge } from '../ui/badge';
import { ConfirmButton } from '../ui/confirm-button';
import { EmptyState } from '../ui/empty-state';
import { Loaded } from '../ui/loading';
import { Status } from '../ui/status';
import { type Column, Table } from '../ui/table';
import { Time } from '../ui/time';
import { SCOPES } from '../words/organization-terms';
import styles from './layout.module.css';
import { ForAdmins, SettingsView } from './layout';
import { NewKey } from './new-key';
import { apiKeysQuery } from './queries';

/** The keys with which programs call. */
export function Page() {
  const { t } = useLingui();
  const { id } = useOrganization();
  const may = useCan('apiKeys_list');
  const mayCreate = useCan('apiKeys_create');
  const keys = useQuery({ ...apiKeysQuery(id), enabled: may });
  return (
    <SettingsView
      title={t`API keys`}
      lead={t`Programs use keys to report findings, or to read and change records. Store keys like passwords.`}
      actions={mayCreate && <NewKey />}
      isWide
    >
      {may ? (
        <Loaded query={keys} lines={5}>
          {(found) =>
            found.length === 0 ? (
              <EmptyState title={t`No keys yet`}>
                <Trans>Create a key for a pipeline that scans your product.</Trans>
              </EmptyState>
            ) : (
              <Keys keys={found} />
            )
          }
        </Loaded>
      ) : (
        <ForAdmins>
          <Trans>Your role cannot see API keys.</Trans>
        </ForAdmins>
      )}
    </SettingsView>
  );
}

const idOf = ({ id }: ApiKey): string => `key-${id}`;

function Keys({ keys }: { keys: readonly ApiKey[] }) {
  const { t, i18n } = useLingui();
  const mayRevoke = useCan('apiKeys_revoke');
  const columns: Column<ApiKey>[] = [
    {
      title: t`Name`,
      isHeader: true,
      cell: (key) => (
        <>
          <span id={idOf(key)}>{key.name}</span>
          <div className={styles.quiet}>
            <code>{key.displayPrefix}…</code>
          </div>
        </>
      ),
    },
    {
      title: t`Scope`,
      cell: ({ scopes }) => (
        <span className={styles.buttons}>
          {scopes.map((scope) => (
            <Badge key={scope} kind={scope === 'write' ? 'warn' : 'plain'}>
              {i18n._(SCOPES[scope])}
            </Badge>
          ))}
        </span>
      ),
    },
    { title: t`Product`, cell: ({ productName }) => productName ?? t`All` },
    { title: t`Created by`, cell: ({ ownerName }) => ownerName ?? t`Former member` },
    { title: t`Expires`, cell: ({ expiresAt }) => (expiresAt === null ? t`Never` : <Day at={expiresAt} />) },
    {
      title: t`Last used`,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? t`Not yet` : <Time at={lastUsedAt} />),
    },
    ...(mayRevoke ? [{ title: t`Actions`, cell: (key: ApiKey) => <Revoke apiKey={key} /> }] : []),
  ];
  return (
    <>
      <Status>
        <Plural value={keys.length} one="# key" other="# keys" />
      </Status>
      <Table caption={t`API keys`} columns={columns} rows={keys} keyOf={({ id }) => id} />
    </>
  );
}

function Revoke({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { id: keyId, name } = apiKey;
  const revoke = async (): Promise<void> => {
    await withProof(() => call(apiKeysRevoke, { path: { orgId, keyId } }));
    await queryClient.invalidateQueries({ queryKey: apiKeysQuery(orgId).queryKey });
    announce(t`Key ${name} revoked.`);
  };
  return (
    <ConfirmButton name={t`Revoke`} isSmall about={idOf(apiKey)} run={revoke}>
      <p>
        <Trans>
          Programs that use <strong>{name}</strong> lose access at once. Keys created with it are revoked too.
        </Trans>
      </p>
    </ConfirmButton>
  );
}
