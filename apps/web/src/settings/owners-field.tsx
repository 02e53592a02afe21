import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../app/session';
import { useOrganization } from '../organizations/organization';
import { Checkbox, FieldGroup } from '../ui/checkbox';
import { Link } from '../ui/link';
import { Loaded } from '../ui/loading';
import styles from './provider-form.module.css';
import { ownersQuery } from './sign-in-queries';

interface Props {
  id: string;
  value: string[];
  onChange: (value: string[]) => void;
  error: string | undefined;
}

/** The owners who come in without the provider, so that somebody can when it fails. */
export function OwnersField({ id, value, onChange, error }: Props) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { user } = useMe();
  const owners = useQuery(ownersQuery(orgId));
  return (
    <FieldGroup label={t`Owners exempt from the identity provider`}>
      <p className={styles.quiet}>
        <Trans>
          These owners sign in with a password and a second factor, also when the identity provider is down. The
          identity provider cannot change or remove them.
        </Trans>
      </p>
      {error && <p className={styles.error}>{error}</p>}
      <Loaded query={owners} lines={1}>
        {(found) =>
          found.map(({ userId, user: { name, email } }, place) => (
            <Checkbox
              key={userId}
              {...(place === 0 && { id })}
              label={`${name} (${email})`}
              hint={
                userId === user.id && !user.twoFactorEnabled ? (
                  <Trans>
                    You have no second factor yet. <Link to="/account/security">Turn it on</Link> first.
                  </Trans>
                ) : undefined
              }
              isChecked={value.includes(userId)}
              onChange={(isChosen) =>
                onChange(isChosen ? [...value, userId] : value.filter((other) => other !== userId))
              }
            />
          ))
        }
      </Loaded>
    </FieldGroup>
  );
}
