import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '../ui/link';
import { View } from '../ui/view';

/** An address that leads nowhere, or to what the person may not see: both look alike. */
export function NotFound() {
  const { t } = useLingui();
  return (
    <View title={t`Page not found`}>
      <p>
        <Trans>The page does not exist, or you are not a member of its organization. Check the URL.</Trans>
      </p>
      <p>
        <Link to="/">
          <Trans>Go to your organizations</Trans>
        </Link>
      </p>
    </View>
  );
}
