import type { FindingGroupPage, Product } from '@curbcut/client';
import { Plural, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { announce } from '../app/announcements';
import { useStore } from '../app/store';
import { useProductOf } from '../products/rows';
import { useShortcuts } from '../shortcuts/use-shortcuts';
import { ShortcutsDialog } from '../shortcuts/dialog';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { SEARCH_FIELD } from '../ui/filters';
import { ConfirmForm } from './confirm-form';
import { confirmFinding, dismissFinding } from './decide';
import { Decisions } from './decisions';
import { Details } from './details';
import { DismissForm } from './dismiss-form';
import { EditForm } from './edit-form';
import { focusedItem } from './focus';
import { Groups } from './groups';
import { FindingSelection } from './many';
import { useAddressOfFinding, useFindingInAddress } from './open-finding';
import { findingQuery, type Scope } from './queries';
import { canBe, type FindingRights, useFindingRights } from './rights';
import { createTriage, type Triage } from './triage';
import { currentBy, decidedBy, inKeptOrder, type Target } from './triage-state';
import styles from './board.module.css';

interface Props {
  scope: Scope;
  product: Product | undefined;
  page: FindingGroupPage;
  empty: ReactNode;
}

/** The list and the finding that is shown beside it. */
export function Board({ scope, product, page, empty }: Props) {
  const { t } = useLingui();
  const rights = useFindingRights();
  const isOverProducts = product === undefined;
  const productOf = useProductOf(isOverProducts);
  const address = useAddressOfFinding(product);
  const [triage] = useState(() => {
    const made = createTriage(scope, address.current, address.of);
    made.list(page.groups);
    return made;
  });
  useEffect(() => triage.list(page.groups), [triage, page.groups]);
  const order = useStore(triage.store, (state) => state.order);
  // A link can lead to a finding that is not in the list, such as one of an issue.
  const isShown = useStore(triage.store, ({ current }) => current !== undefined);
  return (
    <>
      <div className={styles.bar}>
        <p className={styles.count}>
          <Plural value={page.findings} one="# finding" other="# findings" />
        </p>
        {rights.mayTriageMany && page.findings > 0 && (
          <Button kind="quiet" isSmall onClick={() => triage.chooseAll(page.findings)}>
            <Plural value={page.findings} one="Select the matching one" other="Select all # matching" />
          </Button>
        )}
        <Button
          kind="quiet"
          isSmall
          aria-haspopup="dialog"
          onClick={() => triage.openDialog('shortcuts')}
        >{t`Keyboard shortcuts`}</Button>
      </div>
      <FindingSelection triage={triage} rights={rights} product={product} />
      {page.findings === 0 && !isShown ? (
        empty
      ) : (
        <div className={styles.board}>
          {page.findings === 0 ? (
            empty
          ) : (
            <Groups
              groups={inKeptOrder(page.groups, { order })}
              triage={triage}
              mayChoose={rights.mayTriageMany}
              productOf={isOverProducts ? productOf : undefined}
            />
          )}
          <div className={styles.beside}>
            <Shown triage={triage} rights={rights} productOf={isOverProducts ? productOf : undefined} />
          </div>
        </div>
      )}
      <Decisions triage={triage} />
      <Dialogs triage={triage} />
      <Steering triage={triage} rights={rights} product={product} />
    </>
  );
}

type ProductOf = ReturnType<typeof useProductOf>;

function Shown({
  triage,
  rights,
  productOf,
}: {
  triage: Triage;
  rights: FindingRights;
  productOf: ProductOf | undefined;
}) {
  const { t } = useLingui();
  const current = useStore(triage.store, (state) => state.current);
  const slug = current && (productOf?.(current.productId)?.slug ?? triage.slugOf(current.productId));
  if (!current || slug === undefined) return <p className={styles.none}>{t`Choose a finding to see its details.`}</p>;
  return (
    <Details
      triage={triage}
      rights={rights}
      row={triage.rows().find(({ id }) => id === current.id)}
      findingId={current.id}
      productSlug={slug}
      productName={productOf?.(current.productId)?.name}
    />
  );
}

/** The finding that is shown, as far as it is known. */
function useShownFinding(triage: Triage) {
  const current = useStore(triage.store, (state) => state.current);
  const productSlug = current && triage.slugOf(current.productId);
  const read = useQuery({
    ...findingQuery(triage.scope.orgId, productSlug ?? '', current?.id ?? ''),
    enabled: productSlug !== undefined,
  });
  const finding = read.data ?? triage.shown();
  return finding && productSlug !== undefined ? { finding, productSlug } : undefined;
}

/** The dialogs that buttons and single keys open. */
function Dialogs({ triage }: { triage: Triage }) {
  const { t } = useLingui();
  const dialog = useStore(triage.store, (state) => state.dialog);
  const shown = useShownFinding(triage);
  const close = (): void => triage.openDialog(undefined);
  return (
    <>
      <Dialog title={t`Edit and confirm`} isOpen={dialog === 'edit and confirm' && shown !== undefined} onClose={close}>
        {shown && <ConfirmForm {...shown} close={close} send={(body) => confirmFinding(triage, shown.finding, body)} />}
      </Dialog>
      <Dialog title={t`Edit`} isOpen={dialog === 'edit' && shown !== undefined} onClose={close}>
        {shown && <EditForm {...shown} close={close} />}
      </Dialog>
      <Dialog title={t`Dismiss`} isOpen={dialog === 'dismiss' && shown !== undefined} onClose={close}>
        {shown && (
          <DismissForm
            productSlug={shown.productSlug}
            close={close}
            send={(body) => dismissFinding(triage, shown.finding, body)}
          />
        )}
      </Dialog>
      <ShortcutsDialog isOpen={dialog === 'shortcuts'} onClose={close} />
    </>
  );
}

/** By itself, so that a step draws only what it changes. */
function Steering({
  triage,
  rights,
  product,
}: {
  triage: Triage;
  rights: FindingRights;
  product: Product | undefined;
}) {
  useFindingInAddress(triage, product);
  useKeys(triage, rights);
  return null;
}

/**
 * Single keys: those of the selection where there is one. What has the focus and what is open is looked up when a key is
 * pressed: where they differ, the key does nothing and says so.
 */
function useKeys(triage: Triage, rights: FindingRights): void {
  const { t } = useLingui();
  const shown = () => triage.shown();
  const isListed = (): boolean => triage.rows().some(({ id }) => id === triage.store.get().current?.id);
  const refusals: Partial<Record<Target, string>> = {
    'other focused': t`Nothing was changed: the focus is not on the open finding.`,
    'not shown': t`Nothing was changed: the open finding is not shown in the list.`,
    'ticked hidden': t`Nothing was changed: some selected findings are in collapsed groups. Expand the groups, or clear the selection.`,
  };
  const act = (target: Target, acts: Partial<Record<Target, () => void>>): void => {
    const refusal = refusals[target];
    if (refusal) announce(refusal);
    else acts[target]?.();
  };
  const current = (): Target => currentBy(triage.store.get(), focusedItem(), isListed());
  const decided = (): Target =>
    rights.mayTriageMany ? decidedBy(triage.store.get(), triage.groups(), focusedItem(), isListed()) : current();
  const isReady = (action: 'confirm' | 'dismiss'): boolean => {
    const finding = shown();
    return finding !== undefined && canBe(action, finding);
  };
  useShortcuts({
    next: () => triage.step(1, true),
    previous: () => triage.step(-1, true),
    select: () => {
      if (rights.mayTriageMany) act(current(), { current: () => triage.chooseShown() });
    },
    confirm: () =>
      act(decided(), {
        ticked: () => triage.openDialog('confirm many'),
        current: () => {
          if (rights.mayConfirm && isReady('confirm')) confirmFinding(triage, shown()!, {});
        },
      }),
    dismiss: () =>
      act(decided(), {
        ticked: () => triage.openDialog('dismiss many'),
        current: () => {
          if (rights.mayDismiss && isReady('dismiss')) triage.openDialog('dismiss');
        },
      }),
    edit: () =>
      act(current(), {
        current: () => {
          if (rights.mayConfirm && isReady('confirm')) triage.openDialog('edit and confirm');
          else if (rights.mayEdit && shown()) triage.openDialog('edit');
        },
      }),
    undo: triage.undoNewest,
    search: () => document.getElementById(SEARCH_FIELD)?.focus(),
    shortcuts: () => triage.openDialog('shortcuts'),
  });
}
