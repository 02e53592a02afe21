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
    announce(t`The key is made.`);
  };
  return (
    <Section
      title={t`Keys of this service`}
      actions={
        <ConfirmButton name={t`Make a key`} kind="secondary" run={make}>
          <p>
            <Trans>
              There are two at most: the oldest signs requests, and the provider may encrypt for each. Have the provider
              read the metadata again, then delete the oldest.
            </Trans>
          </p>
        </ConfirmButton>
      }
    >
      {keys.length === 0 ? (
        <p>
          <Trans>None: requests are not signed. Make one where the provider asks for it.</Trans>
        </p>
      ) : (
        <ul role="list" aria-label={t`Keys of this service`} className={styles.list}>
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
    announce(t`The key is deleted.`);
  };
  return (
    <div className={styles.settings}>
      <div className={styles.row}>
        <div>
          <h3 id={about} className={styles.name}>
            <code>{fingerprint.slice(0, 23)}…</code>{' '}
            {signs ? <Badge kind="good">{t`Signs requests`}</Badge> : <Badge>{t`Takes its place later`}</Badge>}
          </h3>
          <p className={styles.quiet}>
            <Trans>
              Its certificate is good until <Time at={validUntil} isDate />
            </Trans>
          </p>
        </div>
        <ConfirmButton name={t`Delete`} isSmall about={about} run={remove}>
          <p>
            <Trans>The next one signs from then on, or none. What the provider encrypts for it is read no more.</Trans>
          </p>
        </ConfirmButton>
      </div>
      <Disclosure title={t`Certificate to enter at the provider`} isSmall>
        <CopyField label={t`Certificate`} value={certificate} copy={t`Copy certificate`} isLong />
      </Disclosure>
    </div>
  );
}
