import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { at } from '../app/addresses';
import { useOrganization } from '../organizations/organization';
import { Badge } from '../ui/badge';
import { Link } from '../ui/link';
import { Loaded } from '../ui/loading';
import { Panel } from '../ui/panel';
import { Time } from '../ui/time';
import { Section } from '../ui/view';
import { futureAuditsQuery } from './queries';
import styles from './due.module.css';

const SHOWN = 6;

/** Which products are to be audited next; nothing where none has a frequency. */
export function DueAudits() {
  const { t } = useLingui();
  const { id: orgId, slug: org } = useOrganization();
  const due = useQuery(futureAuditsQuery(orgId));
  return (
    <Loaded query={due} lines={3}>
      {(all) =>
        all.length > 0 && (
          <Panel isSunken>
            <Section title={t`Next audits`}>
              <ul role="list" className={styles.list}>
                {all.slice(0, SHOWN).map(({ productId, productName, productSlug, nextAuditDate, isOverdue }) => (
                  <li key={productId} className={styles.one}>
                    <Link to={at('/o/$org/p/$product/audits', { org, product: productSlug })}>{productName}</Link>
                    <span>
                      <Time at={nextAuditDate} isDate /> {isOverdue && <Badge kind="wrong">{t`Overdue`}</Badge>}
                    </span>
                  </li>
                ))}
              </ul>
            </Section>
          </Panel>
        )
      }
    </Loaded>
  );
}
