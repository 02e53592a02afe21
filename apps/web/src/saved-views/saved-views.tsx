import { savedViewsCreate, savedViewsDelete, type SavedView, type ViewKind } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { useSearch } from '../app/router-hooks';
import { useMe } from '../app/session';
import { useCan, useOrganization } from '../organizations/organization';
import { Checkbox } from '../ui/checkbox';
import { ConfirmButton } from '../ui/confirm-button';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Form, useForm } from '../ui/form';
import { isChangedBy, type Filter } from '../ui/list-query';
import { Menu } from '../ui/menu';
import { TextField } from '../ui/text-field';
import { searchOfView, viewOf } from './addresses';
import { savedViewsQuery } from './queries';

interface Props {
  kind: ViewKind;
  filters: readonly Filter[];
}

/** Filters that somebody keeps: opens one, keeps those of the address, and deletes the one that is shown. */
export function SavedViews({ kind, filters }: Props) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { user } = useMe();
  const [search, change] = useSearch();
  const [isWanted, setWanted] = useState(false);
  const mayCreate = useCan('savedViews_create');
  const mayDelete = useCan('savedViews_delete');
  const views = useQuery({ ...savedViewsQuery(orgId, kind), enabled: isWanted });
  const names = [...filters.map(({ name }) => name), 'q', 'sortField', 'sortDirection', 'page'];
  const shown = views.data?.find((view) => isShown(view, search, filters));
  const open = (view: SavedView): void =>
    change({ ...Object.fromEntries(names.map((name) => [name, undefined])), ...searchOfView(view) });
  return (
    <>
      <Menu
        name={t`Saved views`}
        placement="bottom start"
        isFramed
        onOpen={() => setWanted(true)}
        entries={(views.data ?? []).map((view) => ({
          id: view.id,
          label: view.name,
          isCurrent: view === shown,
          onAction: () => open(view),
        }))}
        empty={views.data ? t`No saved views yet.` : views.error ? t`The saved views could not be loaded.` : t`Loading`}
      >
        <span>{t`Saved views`}</span>
      </Menu>
      {mayCreate && isChangedBy(search, filters) && !shown && (
        <DialogButton name={t`Save view`} kind="quiet">
          {(close) => <SaveView kind={kind} filters={filters} close={close} />}
        </DialogButton>
      )}
      {shown && mayDelete && shown.ownerUserId === user.id && <DeleteView view={shown} />}
    </>
  );
}

const isShown = (view: SavedView, search: Readonly<Record<string, string>>, filters: readonly Filter[]): boolean => {
  const now = viewOf(search, filters);
  return JSON.stringify(searchOfView(view)) === JSON.stringify(searchOfView(now));
};

function DeleteView({ view }: { view: SavedView }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const queryClient = useQueryClient();
  const remove = async (): Promise<void> => {
    await call(savedViewsDelete, { path: { orgId, viewId: view.id } });
    await queryClient.invalidateQueries({ queryKey: ['saved views', orgId] });
    announce(t`View deleted.`);
  };
  return (
    <ConfirmButton name={t`Delete view`} kind="quiet" run={remove}>
      <p>
        <Trans>The view “{view.name}” is deleted. Its records are kept.</Trans>
      </p>
    </ConfirmButton>
  );
}

function SaveView({ kind, filters, close }: Props & { close: () => void }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const [search] = useSearch();
  const queryClient = useQueryClient();
  const form = useForm({
    initial: { name: '', shared: false },
    check: ({ name }) => (name.trim() === '' ? { name: t`Fill this in.` } : {}),
    send: async ({ name, shared }) => {
      await call(savedViewsCreate, { path: { orgId }, body: { name, shared, kind, ...viewOf(search, filters) } });
      await queryClient.invalidateQueries({ queryKey: ['saved views', orgId] });
      close();
      announce(t`Saved.`);
    },
  });
  const { value, ...shared } = form.field('shared');
  return (
    <Form form={form} submit={t`Save view`} actions={<CancelButton onClick={close} />}>
      <TextField label={t`Name`} maxLength={100} autoComplete="off" {...form.field('name')} />
      <Checkbox label={t`Share with everyone`} isChecked={value} {...shared} />
    </Form>
  );
}
