import { type SignInKey, signInCreateKey, signInDeleteKey } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { withProof } from '../app/fresh-proof';
import { queryClient } from '../app/queries';
import { useOrganization } from '../organizations/organization';
import { Badge } from '../ui/badge';
import { ConfirmButton } from '../ui/confirm-button';
import { CopyField } from '../ui/copy-field';
import { Disclosure } from '../ui/disclosure';
import { Time } from '../ui/time';
import { Section } from '../ui/view';
import styles from './layout.module.css';
import { providerQuery } from './sign-in-queries';

const seeAnew = (orgId: string) => queryClient.invalidateQueries({ queryKey: providerQuery(orgId).queryKey });

/** The keys by which requests to a provider of SAML are signed, and for which it may encrypt. */
export function ServiceKeys({ keys }: { keys: readonly SignInKey[] }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const make = async (): Promise<void> => {
    await withProof(() => call(signInCreateKey, { path: { orgId } }));
    await seeAnew(orgId);
    announce(t`Key created.`);
  };
  return (
    <Section
      title={t`Keys of the service`}
      actions={
        <ConfirmButton name={t`Create key`} kind="secondary" run={make}>
          <p>
            <Trans>
              The limit is two keys. The oldest key signs requests, and the identity provider can encrypt for either. To
              rotate keys, load the metadata again at the identity provider, then delete the oldest key.
            </Trans>
          </p>
        </ConfirmButton>
      }
    >
      {keys.length === 0 ? (
        <p>
          <Trans>
            No key. Sign-in requests are not signed. Create a key if the identity provider requires signed requests.
          </Trans>
        </p>
      ) : (
        <ul role="list" aria-label={t`Keys of the service`} className={styles.list}>
          {keys.map((one) => (
            <li key={one.id} className={styles.item}>
              <OneKey found={one} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function OneKey({ found: { id: signInKeyId, fingerprint, certificate, validUntil, signs } }: { found: SignInKey }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const about = `key-${signInKeyId}`;
  const remove = async (): Promise<void> => {
    await withProof(() => call(signInDeleteKey, { path: { orgId, signInKeyId } }));
    await seeAnew(orgId);
    announce(t`Key deleted.`);
  };
  return (
    <div className={styles.settings}>
      <div className={styles.row}>
        <div>
          <h3 id={about} className={styles.name}>
            <code>{fingerprint.slice(0, 23)}…</code>{' '}
            {signs ? <Badge kind="good">{t`Signs requests`}</Badge> : <Badge>{t`Next signing key`}</Badge>}
          </h3>
          <p className={styles.quiet}>
            <Trans>
              Certificate valid until <Time at={validUntil} isDate />
            </Trans>
          </p>
        </div>
        <ConfirmButton name={t`Delete`} isSmall about={about} run={remove}>
          <p>
            <Trans>
              The next key signs requests, if there is one. Data that the identity provider encrypts for this key can no
              longer be read.
            </Trans>
          </p>
        </ConfirmButton>
      </div>
      <Disclosure title={t`Certificate for the identity provider`} isSmall>
        <CopyField label={t`Certificate`} value={certificate} copy={t`Copy certificate`} isLong />
      </Disclosure>
    </div>
  );
}
