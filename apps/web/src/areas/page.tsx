import { type Area, areasArchive, areasCreate, areasDelete, areasList, areasUnarchive } from '@curbcut/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { useSearch } from '../app/router-hooks';
import { useCan, useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { ConfirmButton } from '../ui/confirm-button';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { EmptyState } from '../ui/empty-state';
import { Filters } from '../ui/filters';
import { Form, useForm } from '../ui/form';
import { Loaded } from '../ui/loading';
import { Status } from '../ui/status';
import { type Column, Table } from '../ui/table';
import { TextArea, TextField } from '../ui/text-field';
import { Time } from '../ui/time';
import { View } from '../ui/view';
import { EditArea } from './edit-area';
import styles from './page.module.css';

const areasOfQuery = (orgId: string, productSlug: string, archived: boolean) =>
  queryOptions({
    queryKey: ['areas', orgId, productSlug, { archived }],
    queryFn: async ({ signal }) =>
      (await call(areasList, { path: { orgId, productSlug }, query: archived ? { archived } : {} }, { signal })).areas,
  });

/** The areas of a product: its parts, which issues, risks and tests name. */
export function Page() {
  const { t } = useLingui();
  const [search] = useSearch();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const mayCreate = useCan('areas_create') && !product.archivedAt;
  const isArchived = search['archived'] === 'true';
  const areas = useQuery(areasOfQuery(orgId, product.slug, isArchived));
  const columns = useAreaColumns();
  return (
    <View
      title={t`Areas`}
      where={product.name}
      lead={t`Parts of the product, for example search or checkout. Issues, risks and tests can refer to them.`}
      actions={mayCreate && <NewArea />}
    >
      <Filters
        hasSearch={false}
        filters={[{ name: 'archived', label: t`Archived`, options: [{ value: 'true', label: t`Archived only` }] }]}
      />
      <Loaded query={areas} lines={5}>
        {(found) =>
          found.length === 0 ? (
            <EmptyState title={isArchived ? t`No archived areas` : t`No areas yet`}>
              {!isArchived && <Trans>Create an area for each part that another team is responsible for.</Trans>}
            </EmptyState>
          ) : (
            <>
              <Status>
                <Plural value={found.length} one="# area" other="# areas" />
              </Status>
              <Table caption={t`Areas`} columns={columns} rows={found} keyOf={({ id }) => id} />
            </>
          )
        }
      </Loaded>
    </View>
  );
}

function useAreaColumns(): Column<Area>[] {
  const { t } = useLingui();
  const { product } = useProduct();
  const isActive = !product.archivedAt;
  const mayChange = useCan('areas_update') && isActive;
  const mayArchive = useCan('areas_archive') && isActive;
  const mayDelete = useCan('areas_delete') && isActive;
  return [
    { title: t`Name`, isHeader: true, cell: ({ name }) => name },
    { title: t`Description`, cell: ({ description }) => description },
    { title: t`Created`, cell: ({ createdAt }) => <Time at={createdAt} isDate /> },
    ...(mayChange || mayArchive || mayDelete
      ? [
          {
            title: t`Actions`,
            cell: (area: Area) => (
              <div className={styles.actions}>
                {mayChange && <EditArea area={area} />}
                {mayArchive && <ArchiveArea area={area} />}
                {mayDelete && <DeleteArea area={area} />}
              </div>
            ),
          },
        ]
      : []),
  ];
}

function NewArea() {
  const { t } = useLingui();
  return (
    <DialogButton name={t`New area`} kind="primary">
      {(close) => <AreaForm close={close} />}
    </DialogButton>
  );
}

function AreaForm({ close }: { close: () => void }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const queryClient = useQueryClient();
  const form = useForm({
    draft: `new area ${product.id}`,
    initial: { name: '', description: '' },
    check: ({ name }) => (name.trim() === '' ? { name: t`Fill this in.` } : {}),
    send: async ({ name, description }) => {
      const path = { orgId, productSlug: product.slug };
      await call(areasCreate, { path, body: { name, description: description || null } });
      await queryClient.invalidateQueries({ queryKey: ['areas', orgId, product.slug] });
      close();
      announce(t`Area ${name} created.`);
    },
  });
  return (
    <Form form={form} submit={t`Create`} actions={<CancelButton onClick={close} />}>
      <TextField label={t`Name`} maxLength={200} autoComplete="off" {...form.field('name')} />
      <TextArea label={t`Description`} maxLength={2000} rows={3} {...form.field('description')} />
    </Form>
  );
}

/** Takes an area out of what is offered, or back into it. */
function ArchiveArea({ area }: { area: Area }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const queryClient = useQueryClient();
  const { name } = area;
  const path = { orgId, productSlug: product.slug, areaSlug: area.slug };
  const turn = async (operation: typeof areasArchive | typeof areasUnarchive): Promise<void> => {
    await call(operation as typeof areasArchive, { path });
    await queryClient.invalidateQueries({ queryKey: ['areas', orgId, product.slug] });
    announce(t`Saved.`);
  };
  return area.archivedAt ? (
    <ConfirmButton name={t`Unarchive ${name}`} kind="secondary" isSmall run={() => turn(areasUnarchive)}>
      <p>
        <Trans>Records can use the area again.</Trans>
      </p>
    </ConfirmButton>
  ) : (
    <ConfirmButton name={t`Archive ${name}`} kind="secondary" isSmall run={() => turn(areasArchive)}>
      <p>
        <Trans>Records in this area keep it. New records cannot use it.</Trans>
      </p>
    </ConfirmButton>
  );
}

function DeleteArea({ area }: { area: Area }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const queryClient = useQueryClient();
  const { name } = area;
  const remove = async (): Promise<void> => {
    await call(areasDelete, { path: { orgId, productSlug: product.slug, areaSlug: area.slug } });
    await queryClient.invalidateQueries({ queryKey: ['areas', orgId, product.slug] });
    announce(t`Area ${name} deleted.`);
  };
  return (
    <ConfirmButton name={t`Delete ${name}`} isSmall run={remove}>
      <p>
        <Trans>Issues, risks and tests in this area are kept, without an area.</Trans>
      </p>
    </ConfirmButton>
  );
}
