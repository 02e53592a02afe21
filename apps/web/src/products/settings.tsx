import { productsArchive, productsDelete, productsUnarchive } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { at } from '../app/addresses';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { queryClient } from '../app/queries';
import { useCan, useOrganization } from '../organizations/organization';
import { ConfirmButton } from '../ui/confirm-button';
import { DeleteByName } from '../ui/delete-by-name';
import { Facts } from '../ui/facts';
import { Notice } from '../ui/notice';
import { Panel } from '../ui/panel';
import { Section } from '../ui/view';
import { PRODUCT_TYPES } from '../words/terms';
import { EditProduct } from './edit';
import { useProduct } from './product';
import { Publishers } from './publishers';
import { ProductSettings } from './settings-layout';
import styles from './settings.module.css';

/** What a product is called and measured against, who looks after it, which pipelines it trusts, and its end. */
export function Page() {
  const { t } = useLingui();
  const { product } = useProduct();
  const mayChange = useCan('products_update');
  const maySeePublishers = useCan('trustedPublishers_list');
  return (
    <ProductSettings>
      {!mayChange ? (
        <ShowProduct />
      ) : product.archivedAt ? (
        <Notice kind="warning">
          <p>
            <Trans>This product is archived. Unarchive it to change it.</Trans>
          </p>
        </Notice>
      ) : (
        <Panel>
          <EditProduct key={product.id} />
        </Panel>
      )}
      {maySeePublishers && <Publishers />}
      {mayChange && (
        <Section title={t`Archive or delete`}>
          <div className={styles.danger}>
            {product.archivedAt ? <Unarchive /> : <Archive />}
            <Delete />
          </div>
        </Section>
      )}
    </ProductSettings>
  );
}

function ShowProduct() {
  const { t, i18n } = useLingui();
  const { product } = useProduct();
  return (
    <>
      <Facts
        facts={[
          [t`Name`, product.name],
          [t`Type`, i18n._(PRODUCT_TYPES[product.type])],
          [t`Description`, product.description],
        ]}
      />
      <Notice>
        <p>
          <Trans>Your role cannot change the settings of products. Ask an admin or owner of the organization.</Trans>
        </p>
      </Notice>
    </>
  );
}

/** Reads the product, and all lists that name it, anew. */
const seeAnew = (orgId: string) => queryClient.invalidateQueries({ queryKey: ['products', orgId] });

function Archive() {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const archive = async (): Promise<void> => {
    await call(productsArchive, { path: { orgId, productSlug: product.slug } });
    await seeAnew(orgId);
    announce(t`Product archived.`);
  };
  return (
    <div className={styles.row}>
      <p>
        <Trans>The product is hidden from lists. Its data is kept, read-only.</Trans>
      </p>
      <ConfirmButton name={t`Archive`} kind="secondary" run={archive}>
        <p>
          <Trans>While {product.name} is archived, it is read-only and accepts no reports.</Trans>
        </p>
      </ConfirmButton>
    </div>
  );
}

function Unarchive() {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const unarchive = async (): Promise<void> => {
    await call(productsUnarchive, { path: { orgId, productSlug: product.slug } });
    await seeAnew(orgId);
    announce(t`Product unarchived.`);
  };
  return (
    <div className={styles.row}>
      <p>
        <Trans>The product appears in lists again and can be changed.</Trans>
      </p>
      <ConfirmButton name={t`Unarchive`} kind="secondary" run={unarchive}>
        <p>
          <Trans>{product.name} becomes active again, with all its data.</Trans>
        </p>
      </ConfirmButton>
    </div>
  );
}

function Delete() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { id: orgId, slug: org } = useOrganization();
  const {
    product: { name, slug },
    etag,
  } = useProduct();
  const remove = async (close: () => void): Promise<void> => {
    const path = { orgId, productSlug: slug };
    await call(productsDelete, { path }, etag === undefined ? {} : { ifMatch: etag });
    close();
    await navigate({ to: at('/o/$org/products', { org }), replace: true });
    queryClient.removeQueries({ queryKey: ['products', orgId, slug] });
    await seeAnew(orgId);
    announce(t`${name} deleted.`);
  };
  return (
    <div className={styles.row}>
      <p>
        <Trans>All its data is deleted: issues, findings, audits, reports and everything else.</Trans>
      </p>
      <DeleteByName
        name={t`Delete product`}
        of={name}
        words={{ field: t`Name of the product`, isOther: t`Enter the exact name of the product.` }}
        run={remove}
      />
    </div>
  );
}
