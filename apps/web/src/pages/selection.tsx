import { type InventoryPage, inventoryBulkUpdate } from '@curbcut/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { ConfirmButton } from '../ui/confirm-button';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Form, useForm } from '../ui/form';
import type { ListQuery } from '../ui/list-query';
import { focusRowOf, rowsToFocus } from '../ui/next-row';
import type { Selection } from '../ui/selection';
import { SelectionBar } from '../ui/selection-bar';
import { AreaField } from './fields';
import { pagesKey } from './queries';
import styles from '../ui/filters.module.css';

type Changed = { state: 'active' | 'ignored' } | { areaId: string | null };

interface Props {
  selection: Selection;
  pages: readonly InventoryPage[];
  asked: ListQuery;
  /** How many pages fit the filters; 0: there are no filters. */
  total: number;
}

/** What can be done with pages: those that are chosen, or all that fit the filters. */
export function PageSelection({ selection, pages, asked, total }: Props) {
  const { t } = useLingui();
  const change = useChange(selection, pages);
  const ids = pages.filter(({ id }) => selection.chosen.has(id)).map(({ id }) => id);
  return (
    <>
      <SelectionBar
        count={ids.length}
        onClear={() => {
          selection.clear();
          focusRowOf(ids);
        }}
      >
        <ConfirmButton name={t`Ignore`} kind="secondary" isSmall run={() => change({ ids }, { state: 'ignored' })}>
          <p>
            <Plural
              value={ids.length}
              one="Monitors will no longer scan # page."
              other="Monitors will no longer scan # pages."
            />{' '}
            <Trans>Existing findings are kept.</Trans>
          </p>
        </ConfirmButton>
        <ConfirmButton
          name={t`Stop ignoring`}
          kind="secondary"
          isSmall
          run={() => change({ ids }, { state: 'active' })}
        >
          <p>
            <Plural
              value={ids.length}
              one="Monitors will scan # page again."
              other="Monitors will scan # pages again."
            />
          </p>
        </ConfirmButton>
        <DialogButton name={t`Set area`} isSmall>
          {(close) => <AreaForm close={close} change={(areaId) => change({ ids }, { areaId })} count={ids.length} />}
        </DialogButton>
      </SelectionBar>
      {ids.length === 0 && total > 0 && (
        <div className={styles.filters}>
          <ConfirmButton
            name={t`Ignore all ${total} matching`}
            kind="secondary"
            run={() => change({ filter: filterOf(asked) }, { state: 'ignored' })}
          >
            <p>
              <Plural
                value={total}
                one="Monitors will no longer scan # page."
                other="Monitors will no longer scan # pages."
              />{' '}
              <Trans>Existing findings are kept.</Trans>
            </p>
          </ConfirmButton>
        </div>
      )}
    </>
  );
}

/** What the list is narrowed by, without its order and its page. */
function filterOf({
  page: _page,
  pageSize: _pageSize,
  sortField: _field,
  sortDirection: _direction,
  ...filter
}: ListQuery) {
  return filter as object;
}

function useChange(selection: Selection, pages: readonly InventoryPage[]) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const queryClient = useQueryClient();
  return async (which: { ids: string[] } | { filter: object }, data: Changed): Promise<void> => {
    const path = { orgId, productSlug: product.slug };
    const { updated } = await call(inventoryBulkUpdate, { path, body: { ...which, data } });
    const rows = rowsToFocus(
      pages.map(({ id }) => id),
      selection.chosen,
    );
    await queryClient.invalidateQueries({ queryKey: pagesKey(orgId, product.slug) });
    selection.clear();
    announce(updated === 1 ? t`1 page changed.` : t`${updated} pages changed.`);
    focusRowOf(rows);
  };
}

function AreaForm({
  close,
  change,
  count,
}: {
  close: () => void;
  change: (areaId: string | null) => Promise<void>;
  count: number;
}) {
  const { t } = useLingui();
  const form = useForm({
    initial: { areaId: '' },
    send: async ({ areaId }) => {
      await change(areaId || null);
      close();
    },
  });
  return (
    <Form form={form} submit={t`Set area`} actions={<CancelButton onClick={close} />}>
      <p>
        <Plural value={count} one="# page changed." other="# pages changed." />
      </p>
      <AreaField {...form.field('areaId')} />
    </Form>
  );
}
