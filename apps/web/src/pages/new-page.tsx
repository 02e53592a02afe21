import { inventoryCreate, type PageKind } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Form, useForm } from '../ui/form';
import { TextField } from '../ui/text-field';
import { AreaField, KindField } from './fields';
import { pagesKey } from './queries';

/** Adds a page by its address. */
export function NewPage() {
  const { t } = useLingui();
  return (
    <DialogButton name={t`Add page`} kind="primary">
      {(close) => <PageForm close={close} />}
    </DialogButton>
  );
}

function PageForm({ close }: { close: () => void }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const queryClient = useQueryClient();
  const form = useForm({
    draft: `new page ${product.id}`,
    initial: { url: '', title: '', kind: 'page', areaId: '' },
    check: ({ url }) => ({ url: url.trim() === '' ? t`Enter a URL.` : '' }),
    send: async ({ url, title, kind, areaId }) => {
      await call(inventoryCreate, {
        path: { orgId, productSlug: product.slug },
        body: { url: url.trim(), title: title.trim() || null, kind: kind as PageKind, areaId: areaId || null },
      });
      await queryClient.invalidateQueries({ queryKey: pagesKey(orgId, product.slug) });
      close();
      announce(t`Page added.`);
    },
  });
  return (
    <Form form={form} submit={t`Add page`} actions={<CancelButton onClick={close} />}>
      <TextField
        label={t`Address`}
        hint={t`Start with https:// or http://.`}
        type="url"
        autoComplete="off"
        maxLength={2000}
        {...form.field('url')}
      />
      <TextField label={t`Title`} autoComplete="off" maxLength={200} {...form.field('title')} />
      <KindField {...form.field('kind')} />
      <AreaField {...form.field('areaId')} />
    </Form>
  );
}
