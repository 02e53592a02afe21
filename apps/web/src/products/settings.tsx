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
          <Trans>Your role may not change the settings of products. Admins and owners of the organization may.</Trans>
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
    announce(t`The product is archived.`);
  };
  return (
    <div className={styles.row}>
      <p>
        <Trans>It leaves the lists. What is in it stays as it is, and can be read.</Trans>
      </p>
      <ConfirmButton name={t`Archive`} kind="secondary" run={archive}>
        <p>
          <Trans>Nothing in {product.name} can be changed, and no report is taken, until it is unarchived.</Trans>
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
    announce(t`The product is back.`);
  };
  return (
    <div className={styles.row}>
      <p>
        <Trans>It is in the lists again, and can be changed.</Trans>
      </p>
      <ConfirmButton name={t`Unarchive`} kind="secondary" run={unarchive}>
        <p>
          <Trans>{product.name} goes on with all that it has.</Trans>
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
    announce(t`${name} is deleted.`);
  };
  return (
    <div className={styles.row}>
      <p>
        <Trans>Its issues, findings, audits, reports and all else of it are deleted.</Trans>
      </p>
      <DeleteByName
        name={t`Delete product`}
        of={name}
        words={{ field: t`Name of the product`, isOther: t`Type the name of the product as it is.` }}
        run={remove}
      />
    </div>
  );
}
