import {
  type BulkTriageData,
  CurbcutError,
  type Decision,
  type DismissFinding,
  type FindingFilter,
  findingsBulkTriage,
} from '@curbcut/client';
import { plural } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { alert } from '../app/announcements';
import { call } from '../app/client';
import { IssueField } from '../issues/issue-field';
import { Button } from '../ui/button';
import { RadioGroup } from '../ui/checkbox';
import { CancelButton, Dialog } from '../ui/dialog';
import { Form, useForm } from '../ui/form';
import { Loaded } from '../ui/loading';
import { SelectionBar } from '../ui/selection-bar';
import { useStore } from '../app/store';
import { problemText } from '../words/problems';
import { DismissForm } from './dismiss-form';
import { filtersOfGroup } from './queries';
import type { FindingRights } from './rights';
import type { Triage } from './triage';
import { countOf, type TriageState } from './triage-state';
import { undoOf } from './undo';

/** The most that a call takes by their ids. */
const AT_ONCE = 100;

/** Which findings a call concerns: those of a filter, or by their ids. */
type Which = { filter: FindingFilter; expected: number } | { ids: string[] };

function partsOf(
  { scope }: Triage,
  { all, chosen }: TriageState,
  productId: string | undefined,
  expected: number,
): Which[] {
  if (all) {
    const filters = all.group === null ? scope.filters : filtersOfGroup(scope, all.group);
    return [{ filter: { ...filters, ...(productId && { productId }) }, expected }];
  }
  const ids = [...chosen];
  return Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, part) => ({
    ids: ids.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
  }));
}

interface Props {
  triage: Triage;
  rights: FindingRights;
  /** The product of the list; absent: it is over all. */
  product: { id: string; slug: string } | undefined;
}

/** What can be done with the findings that are chosen. */
export function FindingSelection({ triage, rights, product }: Props) {
  const { t } = useLingui();
  const state = useStore(triage.store, (whole) => whole);
  const { orgId } = triage.scope;
  const [isBusy, setBusy] = useState(false);
  const count = countOf(state);
  if (!rights.mayTriageMany) return null;
  const send = async (data: BulkTriageData, expected: number): Promise<void> => {
    let updated = 0;
    const decided: (Decision | null)[] = [];
    try {
      for (const which of partsOf(triage, triage.store.get(), product?.id, expected)) {
        const answer = await call(findingsBulkTriage, { path: { orgId }, body: { ...which, data } });
        updated += answer.updated;
        decided.push(answer.decision);
      }
    } catch (error) {
      // What the calls before it decided can be undone all the same.
      if (updated > 0) triage.note(textOf(data.action, updated), undoOf(orgId, decided));
      throw error;
    }
    await triage.answered(textOf(data.action, updated), undoOf(orgId, decided));
  };
  const textOf = (action: BulkTriageData['action'], updated: number): string =>
    ({
      confirm: t`Confirmed ${plural(updated, { one: '# finding', other: '# findings' })}.`,
      dismiss: t`Dismissed ${plural(updated, { one: '# finding', other: '# findings' })}.`,
      reopen: t`Reopened ${plural(updated, { one: '# finding', other: '# findings' })}.`,
    })[action];
  const reopen = async (): Promise<void> => {
    setBusy(true);
    try {
      await send({ action: 'reopen' }, count);
    } catch (error) {
      alert(t`Not saved: ${problemText(error)}`);
    } finally {
      setBusy(false);
    }
  };
  const close = (): void => triage.openDialog(undefined);
  const statuses = triage.scope.filters['status'] as readonly string[] | undefined;
  const canReopen = !statuses || statuses.includes('dismissed');
  return (
    <>
      <SelectionBar count={count} onClear={triage.clearChoice}>
        <Button isSmall onClick={() => triage.openDialog('confirm many')}>{t`Confirm`}</Button>
        <Button kind="secondary" isSmall onClick={() => triage.openDialog('dismiss many')}>{t`Dismiss`}</Button>
        {canReopen && (
          <Button kind="secondary" isSmall isBusy={isBusy} onClick={() => void reopen()}>{t`Reopen`}</Button>
        )}
      </SelectionBar>
      <Dialog title={t`Confirm`} isOpen={state.dialog === 'confirm many'} onClose={close}>
        <Counted triage={triage} product={product} count={count} data={{ action: 'confirm' }}>
          {(expected) => (
            <ConfirmMany
              productSlug={product?.slug ?? slugOfAll(triage, state)}
              isByHand={!state.all && count > AT_ONCE}
              send={(data) => send(data, expected)}
              close={close}
            />
          )}
        </Counted>
      </Dialog>
      <Dialog title={t`Dismiss`} isOpen={state.dialog === 'dismiss many'} onClose={close}>
        <Counted triage={triage} product={product} count={count} data={{ action: 'dismiss', reason: 'accepted' }}>
          {(expected) => (
            <DismissForm
              productSlug={product?.slug ?? slugOfAll(triage, state)}
              send={(body: DismissFinding) => send({ action: 'dismiss', ...body }, expected)}
              close={close}
            />
          )}
        </Counted>
      </Dialog>
    </>
  );
}

/** The product of all that are chosen by hand; undefined where they are of several. */
function slugOfAll(triage: Triage, { all, chosen }: TriageState): string | undefined {
  if (all) return undefined;
  const products = new Set(triage.rows().flatMap(({ id, productId }) => (chosen.has(id) ? [productId] : [])));
  return products.size === 1 ? triage.slugOf([...products][0]!) : undefined;
}

/** Says first how many findings it concerns: of a filter as the service counts them now. */
function Counted({
  triage,
  product,
  count,
  data,
  children,
}: Pick<Props, 'triage' | 'product'> & {
  count: number;
  data: BulkTriageData;
  children: (expected: number) => ReactNode;
}) {
  const { t } = useLingui();
  const { orgId } = triage.scope;
  const state = triage.store.get();
  const counted = useQuery({
    queryKey: ['findings', orgId, 'count', state.all, triage.scope.filters, data.action],
    queryFn: async ({ signal }) => {
      const [which] = partsOf(triage, state, product?.id, count);
      const body = { ...which!, data };
      return (await call(findingsBulkTriage, { path: { orgId }, query: { dryRun: true }, body }, { signal })).updated;
    },
    enabled: state.all !== undefined,
    gcTime: 0,
    staleTime: 0,
  });
  const say = (expected: number): ReactNode => (
    <>
      <p role="status">
        <Plural value={expected} one="This affects # finding." other="This affects # findings." />
      </p>
      {children(expected)}
    </>
  );
  if (!state.all) return <>{say(count)}</>;
  if (counted.error instanceof CurbcutError && counted.error.code === 'invalid_input')
    return <p role="alert">{t`Too many findings. Add a filter.`}</p>;
  return <Loaded query={counted}>{say}</Loaded>;
}

function ConfirmMany({
  productSlug,
  isByHand,
  send,
  close,
}: {
  productSlug: string | undefined;
  /** More were chosen one by one than one call takes. */
  isByHand: boolean;
  send: (data: BulkTriageData) => Promise<void>;
  close: () => void;
}) {
  const { t } = useLingui();
  const form = useForm({
    initial: { as: 'each', issueNumber: '' },
    check: ({ as, issueNumber }) => ({
      ...(as === 'existing' && issueNumber === '' && { issueNumber: t`Choose an issue.` }),
    }),
    send: async ({ as, issueNumber }) => {
      await send({
        action: 'confirm',
        ...(as === 'one' && { asOne: true }),
        ...(as === 'existing' && { issueNumber: Number(issueNumber) }),
      });
      close();
    },
  });
  const options = [
    { value: 'each', label: t`One issue each` },
    // Of several calls each would make one.
    ...(isByHand ? [] : [{ value: 'one', label: t`One issue for all` }]),
    ...(productSlug === undefined ? [] : [{ value: 'existing', label: t`An existing issue` }]),
  ];
  return (
    <Form form={form} submit={t`Confirm`} actions={<CancelButton onClick={close} />}>
      <RadioGroup
        label={t`Issues`}
        name="as"
        options={options}
        value={form.values.as}
        onChange={(as) => form.set({ as })}
      />
      {form.values.as === 'existing' && productSlug !== undefined && (
        <IssueField productSlug={productSlug} {...form.field('issueNumber')} />
      )}
    </Form>
  );
}
