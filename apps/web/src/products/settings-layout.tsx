import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { at } from '../app/addresses';
import { useCan, useOrganization } from '../organizations/organization';
import { Link } from '../ui/link';
import { View } from '../ui/view';
import shared from '../ui/parts.module.css';
import { useProduct } from './product';
import styles from './settings-layout.module.css';

interface Props {
  /** Which settings; absent: the general ones. */
  title?: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** Settings of a product, among the others. */
export function ProductSettings({ title, children, ...rest }: Props) {
  const { t } = useLingui();
  const { slug: org, modules } = useOrganization();
  const { product } = useProduct();
  const maySeeSecrets = useCan('secrets_list');
  const parts = { org, product: product.slug };
  const links = [
    { to: at('/o/$org/p/$product/settings', parts), name: t`General` },
    ...(modules.includes('issues')
      ? [{ to: at('/o/$org/p/$product/settings/trackers', parts), name: t`Trackers` }]
      : []),
    ...(maySeeSecrets ? [{ to: at('/o/$org/p/$product/settings/secrets', parts), name: t`Secrets` }] : []),
  ];
  return (
    <div className={styles.settings}>
      <nav aria-label={t`Settings of the product`}>
        <ul role="list" className={shared.parts}>
          {links.map(({ to, name }) => (
            <li key={to}>
              <Link to={to} className={shared.part}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <View title={title === undefined ? t`Settings` : t`Settings: ${title}`} where={product.name} isNarrow {...rest}>
        {children}
      </View>
    </div>
  );
}
