import type { TrendInterval } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '../app/router-hooks';
import { ModuleView } from '../organizations/module-view';
import { useOrganization } from '../organizations/organization';
import { useMaybeProduct } from '../products/product';
import { Loaded } from '../ui/loading';
import { Select } from '../ui/select';
import { Section, View } from '../ui/view';
import { Blocked } from './blocked';
import { PageFigures } from './page-figures';
import styles from './page.module.css';
import { blockedQuery, pageInsightsQuery, riskInsightsQuery, trendsQuery } from './queries';
import { RiskCounts } from './risk-counts';
import { Trends } from './trends';

/** Whether it gets better, and whom it keeps out: of a product, or of all of an organization. */
export function Page() {
  const { t } = useLingui();
  return (
    <ModuleView module="issues" title={t`Insights`}>
      <Insights />
    </ModuleView>
  );
}

function Insights() {
  const { t } = useLingui();
  const [search, change] = useSearch();
  const { id: orgId, name: organization, modules } = useOrganization();
  const product = useMaybeProduct();
  const interval: TrendInterval = search['interval'] === 'week' ? 'week' : 'month';
  const trends = useQuery(trendsQuery(orgId, product?.slug, interval));
  const blocked = useQuery(blockedQuery(orgId, product?.slug));
  const hasPages = product !== undefined && modules.includes('testing');
  const pages = useQuery({ ...pageInsightsQuery(orgId, product?.slug ?? ''), enabled: hasPages });
  const hasRisks = product === undefined && modules.includes('risks');
  const risks = useQuery({ ...riskInsightsQuery(orgId), enabled: hasRisks });
  return (
    <View
      title={t`Insights`}
      where={product?.name ?? organization}
      lead={t`Trends and affected user groups.`}
      actions={
        <div className={styles.interval}>
          <Select
            label={t`By`}
            value={interval}
            onChange={(chosen) => change({ interval: chosen === 'week' ? 'week' : undefined })}
            options={[
              { value: 'month', label: t`Month` },
              { value: 'week', label: t`Week` },
            ]}
          />
        </div>
      }
    >
      <Loaded query={trends} lines={8}>
        {(found) => <Trends trends={found} name={product?.slug ?? organization} />}
      </Loaded>
      <Section title={t`User groups affected by open issues`}>
        <Loaded query={blocked} lines={6}>
          {(found) => <Blocked blocked={found} product={product?.slug} />}
        </Loaded>
      </Section>
      {hasPages && (
        <Section title={t`Pages`}>
          <Loaded query={pages} lines={6}>
            {(found) => <PageFigures pages={found} />}
          </Loaded>
        </Section>
      )}
      {hasRisks && (
        <Section title={t`Risks`}>
          <Loaded query={risks} lines={4}>
            {(found) => <RiskCounts risks={found} />}
          </Loaded>
        </Section>
      )}
    </View>
  );
}
