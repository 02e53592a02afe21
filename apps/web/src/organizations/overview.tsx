import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { at } from '../app/addresses';
import { NoProducts } from '../products/list';
import { productsQuery } from '../products/queries';
import { GradeLetters } from '../ui/badge';
import { Link } from '../ui/link';
import { Loaded } from '../ui/loading';
import { Section, View } from '../ui/view';
import { useOrganization } from './organization';
import styles from './overview.module.css';

/** The first view of an organization: its products, the worst Grade first. */
export function Page() {
  const { t } = useLingui();
  const { id, slug: org, name } = useOrganization();
  const products = useQuery(productsQuery(id));
  return (
    <View title={name}>
      <Loaded query={products} lines={6}>
        {(all) =>
          all.length === 0 ? (
            <NoProducts />
          ) : (
            <Section title={t`Products by Grade`}>
              <ul role="list" className={styles.cards}>
                {[...all]
                  .sort((a, b) => (b.grade?.letter ?? '').localeCompare(a.grade?.letter ?? ''))
                  .slice(0, 12)
                  .map((product) => (
                    <li key={product.id} className={styles.card}>
                      <GradeLetters grade={product.grade} />
                      <Link to={at('/o/$org/p/$product', { org, product: product.slug })}>{product.name}</Link>
                    </li>
                  ))}
              </ul>
              <p>
                <Link to={at('/o/$org/products', { org })}>
                  <Trans>All products</Trans>
                </Link>
              </p>
            </Section>
          )
        }
      </Loaded>
    </View>
  );
}
