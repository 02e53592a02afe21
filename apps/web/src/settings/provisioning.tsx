import {
  type NewProvisioningToken,
  type ProvisioningToken,
  provisioningCreateToken,
  provisioningDeleteToken,
  provisioningListTokens,
} from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { at } from '../app/addresses';
import { announce } from '../app/announcements';
import { base, call } from '../app/client';
import { withProof } from '../app/fresh-proof';
import { queryClient } from '../app/queries';
import { useCan, useOrganization } from '../organizations/organization';
import { Button } from '../ui/button';
import { ConfirmButton } from '../ui/confirm-button';
import { CopyField } from '../ui/copy-field';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { EmptyState } from '../ui/empty-state';
import { Form, useForm } from '../ui/form';
import { Link } from '../ui/link';
import { Loaded } from '../ui/loading';
import { Notice } from '../ui/notice';
import { Panel } from '../ui/panel';
import { Time } from '../ui/time';
import { Section } from '../ui/view';
import { ForOwners, SettingsView } from './layout';
import styles from './layout.module.css';

const MOST_TOKENS = 2;

const tokensQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['provisioning tokens', orgId],
    queryFn: async ({ signal }) => (await call(provisioningListTokens, { path: { orgId } }, { signal })).tokens,
  });

/** Lets the directory of the organization say who belongs to it. */
export function Page() {
  const { t } = useLingui();
  const { id, slug: org } = useOrganization();
  const may = useCan('provisioning_listTokens');
  const tokens = useQuery({ ...tokensQuery(id), enabled: may });
  const isFull = (tokens.data?.length ?? 0) >= MOST_TOKENS;
  return (
    <SettingsView
      title={t`Provisioning`}
      lead={t`Your organization’s directory manages members with SCIM. New employees get an account. Leavers lose access at once.`}
      actions={may && <NewTokenButton />}
    >
      {may ? (
        <>
          <Panel>
            <Section title={t`Settings for the directory`}>
              <CopyField
                label={t`Address`}
                hint={t`Also called tenant URL or base URL.`}
                value={`${location.origin}${base}/api/scim/v2/${id}`}
                copy={t`Copy URL`}
              />
              <p>
                <Trans>
                  Members need an e-mail address in a verified domain. To assign roles and teams by group, see{' '}
                  <Link to={at('/o/$org/settings/sign-in', { org })}>Sign-in</Link>. Without it, every new account
                  becomes a member.
                </Trans>
              </p>
            </Section>
          </Panel>
          <Section title={t`Tokens`}>
            <Loaded query={tokens} lines={3}>
              {(found) =>
                found.length === 0 ? (
                  <EmptyState title={t`No tokens yet`}>
                    <Trans>Create a token and enter it in the directory.</Trans>
                  </EmptyState>
                ) : (
                  <ul role="list" aria-label={t`Tokens`} className={styles.list}>
                    {found.map((token) => (
                      <li key={token.id} className={styles.item}>
                        <Token token={token} />
                      </li>
                    ))}
                  </ul>
                )
              }
            </Loaded>
            {isFull && (
              <p>
                <Trans>The limit is two tokens. Delete the unused token to create another.</Trans>
              </p>
            )}
          </Section>
        </>
      ) : (
        <ForOwners>
          <Trans>Your role cannot see the provisioning settings.</Trans>
        </ForOwners>
      )}
    </SettingsView>
  );
}

function Token({
  token: { id: provisioningTokenId, displayPrefix, createdAt, lastUsedAt },
}: {
  token: ProvisioningToken;
}) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const about = `token-${provisioningTokenId}`;
  const remove = async (): Promise<void> => {
    await withProof(() => call(provisioningDeleteToken, { path: { orgId, provisioningTokenId } }));
    await queryClient.invalidateQueries({ queryKey: tokensQuery(orgId).queryKey });
    announce(t`Token ${displayPrefix}… deleted.`);
  };
  return (
    <div className={styles.row}>
      <div>
        <p id={about} className={styles.name}>
          <code>{displayPrefix}…</code>
        </p>
        <p className={styles.quiet}>
          <Trans>
            Created <Time at={createdAt} isDate />
          </Trans>
          {' · '}
          {lastUsedAt === null ? (
            t`Not used yet`
          ) : (
            <Trans>
              Last used <Time at={lastUsedAt} />
            </Trans>
          )}
        </p>
      </div>
      <ConfirmButton name={t`Delete`} isSmall about={about} run={remove}>
        <p>
          <Trans>
            The directory with the token <code>{displayPrefix}…</code> loses access at once. Provisioned members are
            kept.
          </Trans>
        </p>
      </ConfirmButton>
    </div>
  );
}

/** Makes a token, and shows it once. */
function NewTokenButton() {
  const { t } = useLingui();
  return (
    <DialogButton name={t`New token`} kind="primary">
      {(close) => <Steps close={close} />}
    </DialogButton>
  );
}

function Steps({ close }: { close: () => void }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const [made, setMade] = useState<NewProvisioningToken>();
  const once = useRef(crypto.randomUUID());
  const form = useForm({
    initial: {},
    send: async () => {
      const headers = { 'Idempotency-Key': once.current };
      const { token } = await withProof(() => call(provisioningCreateToken, { path: { orgId }, headers }));
      await queryClient.invalidateQueries({ queryKey: tokensQuery(orgId).queryKey });
      setMade(token);
      announce(t`Token created.`);
    },
  });
  if (made) return <Made made={made} close={close} />;
  return (
    <Form form={form} submit={t`New token`} actions={<CancelButton onClick={close} />}>
      <p>
        <Trans>The token controls the membership of the organization. Store it like an administrator password.</Trans>
      </p>
    </Form>
  );
}

function Made({ made: { token, baseUrl }, close }: { made: NewProvisioningToken; close: () => void }) {
  const { t } = useLingui();
  return (
    <>
      <Notice kind="warning">
        <p>
          <Trans>The token is shown only once. Copy it to the directory.</Trans>
        </p>
      </Notice>
      <CopyField label={t`Token`} value={token} copy={t`Copy token`} />
      <CopyField label={t`Address`} value={baseUrl} copy={t`Copy URL`} />
      <div>
        <Button onClick={close}>{t`Close`}</Button>
      </div>
    </>
  );
}
