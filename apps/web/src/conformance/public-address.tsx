import { type ConformanceReport, conformanceReportsRemoveToken, conformanceReportsRenewToken } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { announce } from '../app/announcements';
import { base, call } from '../app/client';
import { useCan, useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { ConfirmButton } from '../ui/confirm-button';
import { CopyField } from '../ui/copy-field';
import { OutLink } from '../ui/link';
import { Panel } from '../ui/panel';
import { Section } from '../ui/view';
import styles from './public-address.module.css';

/** Where everybody reads what was published, and the badge that leads there; those who may renew the address see it. */
export function PublicAddress({ report }: { report: ConformanceReport }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const queryClient = useQueryClient();
  const mayRenew = useCan('conformanceReports_renewToken') && !report.superseded;
  const mayRemove = useCan('conformanceReports_removeToken');
  const token = report.publicToken;
  if (token === null && !mayRenew) return null;
  const path = { orgId, productSlug: product.slug, reportNumber: report.number };
  const change = async (operation: typeof conformanceReportsRenewToken): Promise<void> => {
    await call(operation, { path });
    await queryClient.invalidateQueries({ queryKey: ['reports', orgId] });
    announce(t`Saved.`);
  };
  const root = location.origin + base;
  const address = `${root}/public/conformance/${token}`;
  return (
    <Panel isSunken>
      <Section title={t`Public URL`}>
        {token === null ? (
          <p>{t`No public URL. Only members can read the report.`}</p>
        ) : (
          <>
            <CopyField label={t`Address`} value={address} copy={t`Copy URL`} />
            <div className={styles.badge}>
              <img src={`${base}/public/badge/${token}.svg`} alt={t`The badge of the report`} height={20} />
            </div>
            <CopyField
              label={t`Badge (Markdown)`}
              value={`[![${report.title.replace(/[[\]\\]/g, '')}](${root}/public/badge/${token}.svg)](${address})`}
              copy={t`Copy badge`}
            />
            <p>
              <OutLink href={address}>
                <Trans>Open the public page</Trans>
              </OutLink>
            </p>
          </>
        )}
        <div className={styles.actions}>
          {mayRenew && (
            <ConfirmButton
              name={token === null ? t`Create public URL` : t`Renew public URL`}
              kind="secondary"
              isSmall
              run={() => change(conformanceReportsRenewToken)}
            >
              <p>
                {token === null ? (
                  <Trans>Everyone with the URL can read the report.</Trans>
                ) : (
                  <Trans>The report gets a new public URL. The old URL stops working.</Trans>
                )}
              </p>
            </ConfirmButton>
          )}
          {mayRemove && token !== null && (
            <ConfirmButton
              name={t`Remove public URL`}
              isSmall
              run={() => change(conformanceReportsRemoveToken as unknown as typeof conformanceReportsRenewToken)}
            >
              <p>
                <Trans>The public URL stops working. Members can still read the report.</Trans>
              </p>
            </ConfirmButton>
          )}
        </div>
      </Section>
    </Panel>
  );
}
