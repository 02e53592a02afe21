import { type InventoryPage, inventoryUpdate, type PageKind } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { Checkbox } from '../ui/checkbox';
import { changedOf } from '../ui/conflicts';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Form, useForm } from '../ui/form';
import { TextField } from '../ui/text-field';
import { AreaField, KindField } from './fields';
import { pagesKey } from './queries';

/** Changes what is said of a page, and whether it is looked at. */
export function EditPage({ page, about }: { page: InventoryPage; about: string }) {
  const { t } = useLingui();
  return (
    <DialogButton name={t`Edit page`} isSmall about={about}>
      {(close) => <PageForm page={page} close={close} />}
    </DialogButton>
  );
}

function PageForm({ page, close }: { page: InventoryPage; close: () => void }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const queryClient = useQueryClient();
  const initial = {
    title: page.title ?? '',
    kind: page.kind as string,
    areaId: page.areaId ?? '',
    isIgnored: page.state === 'ignored',
  };
  const form = useForm({
    initial,
    send: async (values) => {
      const { title, kind, areaId, isIgnored } = changedOf(initial, values);
      await call(inventoryUpdate, {
        path: { orgId, productSlug: product.slug, pageId: page.id },
        body: {
          ...(title !== undefined && { title: title.trim() || null }),
          ...(kind !== undefined && { kind: kind as PageKind }),
          ...(areaId !== undefined && { areaId: areaId || null }),
          ...(isIgnored !== undefined && { state: isIgnored ? ('ignored' as const) : ('active' as const) }),
        },
      });
      await queryClient.invalidateQueries({ queryKey: pagesKey(orgId, product.slug) });
      close();
      announce(t`Saved.`);
    },
  });
  const { id, value, onChange, error } = form.field('isIgnored');
  return (
    <Form form={form} submit={t`Edit page`} actions={<CancelButton onClick={close} />}>
      <p>{page.url}</p>
      <TextField label={t`Title`} autoComplete="off" maxLength={200} {...form.field('title')} />
      <KindField {...form.field('kind')} />
      <AreaField {...form.field('areaId')} />
      <Checkbox
        label={t`Ignore this page`}
        hint={t`Monitors no longer scan it. Its findings are kept.`}
        id={id}
        error={error}
        isChecked={value}
        onChange={onChange}
      />
    </Form>
  );
}
