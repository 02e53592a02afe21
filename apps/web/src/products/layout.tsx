import { useLingui } from '@lingui/react/macro';
import { Outlet, useLocation } from '@tanstack/react-router';
import { at } from '../app/addresses';
import { useAddress, useSearch } from '../app/router-hooks';
import navigation from '../app/navigation.module.css';
import { useOrganization } from '../organizations/organization';
import { Link } from '../ui/link';
import { Notice } from '../ui/notice';
import { useProduct } from './product';
import styles from './layout.module.css';
import { Redirect } from '../ui/redirect';

/** Around the views of a product: its name, and where one can go in it. A former slug leads to the present one. */
export function ProductLayout() {
  const { t } = useLingui();
  const { product: named } = useAddress('/o/$org/p/$product');
  const [search] = useSearch();
  const { pathname } = useLocation();
  const { slug: org, name: organization } = useOrganization();
  const { product } = useProduct();
  if (named !== product.slug && named !== product.id) {
    const present = at('/o/$org/p/$product', { org, product: product.slug });
    const rest = pathname.split('/').slice(5).join('/');
    return <Redirect to={rest ? `${present}/${rest}` : present} search={search} />;
  }
  const parts = { org, product: product.slug };
  const links = [
    { to: at('/o/$org/p/$product', parts), name: t`Overview` },
    { to: at('/o/$org/p/$product/findings', parts), name: t`Findings` },
    { to: at('/o/$org/p/$product/issues', parts), name: t`Issues`, search: { state: 'open' } },
    { to: at('/o/$org/p/$product/audits', parts), name: t`Audits` },
    { to: at('/o/$org/p/$product/risks', parts), name: t`Risks` },
    { to: at('/o/$org/p/$product/reports', parts), name: t`Reports` },
    { to: at('/o/$org/p/$product/activity', parts), name: t`Activity` },
    { to: at('/o/$org/p/$product/pages', parts), name: t`Pages` },
    { to: at('/o/$org/p/$product/monitors', parts), name: t`Monitors` },
    { to: at('/o/$org/p/$product/lines', parts), name: t`Lines` },
    { to: at('/o/$org/p/$product/areas', parts), name: t`Areas` },
    { to: at('/o/$org/p/$product/changes', parts), name: t`Changes` },
    { to: at('/o/$org/p/$product/insights', parts), name: t`Insights` },
    { to: at('/o/$org/p/$product/settings', parts), name: t`Settings` },
  ];
  return (
    <div className={styles.product}>
      <div className={styles.where}>
        <Link to={at('/o/$org/products', { org })}>{t`Products of ${organization}`}</Link>
      </div>
      <nav aria-label={t`Product`}>
        <ul role="list" className={navigation.bar}>
          {links.map(({ to, name, search: filters }, place) => (
            <li key={to}>
              <Link to={to} search={filters} isSection={place > 0} className={navigation.link}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {product.archivedAt && <Notice kind="warning">{t`This product is archived.`}</Notice>}
      <Outlet />
    </div>
  );
}
