import type { OwnOrganization } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useLocation } from '@tanstack/react-router';
import { base } from '../app/client';
import { buttonClass } from '../ui/button';
import { Link } from '../ui/link';
import { View } from '../ui/view';

/** In place of the views of an organization that asks its members to come in by its own provider. */
export function ComeInByProvider({ organization: { id, name } }: { organization: OwnOrganization }) {
  const { t } = useLingui();
  const { pathname, searchStr } = useLocation();
  const callbackURL = encodeURIComponent(`${base}${pathname}${searchStr}`);
  return (
    <View title={t`Sign in with the identity provider`} where={name} isNarrow>
      <p>
        <Trans>
          <strong>{name}</strong> requires its members to sign in with its identity provider. Your other organizations
          are not affected.
        </Trans>
      </p>
      <p>
        <a className={buttonClass()} href={`${base}/api/auth/sso/start/${id}?callbackURL=${callbackURL}`}>
          {t`Continue to the identity provider`}
        </a>
      </p>
      <p>
        <Link to="/" search={{ all: 'yes' }}>{t`Your organizations`}</Link>
      </p>
    </View>
  );
}
