import type { BlockedPeople } from '@curbcut/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { at } from '../app/addresses';
import { useOrganization } from '../organizations/organization';
import { BarChart } from '../ui/charts';
import { EmptyState } from '../ui/empty-state';
import { Figure } from '../ui/figure';
import { Link } from '../ui/link';
import { Panel } from '../ui/panel';
import { Section } from '../ui/view';
import styles from './page.module.css';

/** Which people open issues keep out, and what to close first. */
export function Blocked({ blocked, product }: { blocked: BlockedPeople; product: string | undefined }) {
  const { t } = useLingui();
  const { slug: org } = useOrganization();
  const { functionalNeeds, heaviest, freed } = blocked;
  const hit = functionalNeeds.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  const [worst] = hit;
  const nameOf = (slug: string): string => functionalNeeds.find((need) => need.slug === slug)?.name ?? slug;
  if (!worst)
    return (
      <EmptyState title={t`No open issue affects a user group`}>
        <Trans>Link issues to the requirements that they fail. The requirements show the affected user groups.</Trans>
      </EmptyState>
    );
  return (
    <div className={styles.charts}>
      <Panel>
        <Figure
          name={`${product ?? org}-functional-needs`}
          caption={
            <Trans>
              <Plural value={hit.length} one="# functional need is" other="# functional needs are" /> not met. Most
              issues concern “{worst.name}”: {worst.count}.
            </Trans>
          }
          table={[
            [t`Functional need`, t`Open issues`, t`High`, t`Medium`, t`Low`],
            ...hit.map(({ name, count, bySeverity: { high, medium, low } }) => [
              name,
              String(count),
              String(high),
              String(medium),
              String(low),
            ]),
          ]}
        >
          <BarChart bars={hit.map(({ name, count }) => ({ name, value: count }))} />
        </Figure>
      </Panel>
      <Panel>
        <Section title={t`Issues to close first`}>
          <ol className={styles.points}>
            {heaviest.map(({ productSlug, number, needs }) => (
              <li key={`${productSlug}#${number}`}>
                <Link
                  to={at('/o/$org/p/$product/issues/$number', { org, product: productSlug, number: String(number) })}
                >
                  {product === undefined ? `${productSlug} #${number}` : `#${number}`}
                </Link>{' '}
                – {needs.map(nameOf).join(', ')}
              </li>
            ))}
          </ol>
          {freed.length > 0 && (
            <p>
              <Trans>User groups no longer affected by open issues: {freed.map(nameOf).join(', ')}.</Trans>
            </p>
          )}
        </Section>
      </Panel>
    </div>
  );
}
