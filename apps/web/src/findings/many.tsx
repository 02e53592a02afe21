import {
  type BulkTriage,
  type BulkTriageData,
  CurbcutError,
  type Decision,
  type DismissFinding,
  type FindingFilter,
  findingsBulkTriage,
} from '@curbcut/client';
import { Plural, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../app/client';
import { IssueField } from '../issues/issue-field';
import { Button } from '../ui/button';
import { RadioGroup } from '../ui/checkbox';
import { CancelButton, Dialog } from '../ui/dialog';
import { Form, useForm } from '../ui/form';
import { Loaded } from '../ui/loading';
import { seenOf } from '../ui/selection';
import { SelectionBar } from '../ui/selection-bar';
import { useStore } from '../app/store';
import { decidedText } from './decide';
import { DismissForm } from './dismiss-form';
import { nameOf } from './names';
import { filtersOfGroup } from './queries';
import type { FindingRights } from './rights';
import type { Triage } from './triage';
import { countOf, type Part, partsOf, type TriageState } from './triage-state';
import { useSaving } from './use-saving';
import styles from './many.module.css';

/** How many findings each filter of a bulk action has now, by its group; null is the whole list. */
type Counts = ReadonlyMap<string | null, number>;

const filterOf = ({ scope }: Triage, group: string | null, productId: string | undefined): FindingFilter => ({
  ...(group === null ? scope.filters : filtersOfGroup(scope, group)),
  ...(productId && { productId }),
});

/** Names the findings of a request as they were seen: what was decided since is skipped. */
function namedBy(part: Part, triage: Triage, productId: string | undefined, counts: Counts): Omit<BulkTriage, 'data'> {
  if ('rows' in part) return seenOf(part.rows);
  return {
    filter: filterOf(triage, part.group, productId),
    expected: counts.get(part.group) ?? part.count,
    seenAt: triage.seenAt().toISOString(),
  };
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
  const count = countOf(state);
  const send = async (data: BulkTriageData, counts: Counts): Promise<void> => {
    let updated = 0;
    const skipped: string[] = [];
    const decided: (Decision | null)[] = [];
    const done: Part[] = [];
    const answered = () => ({ text: textOf(data.action, updated, skipped.length), decided, skipped });
    try {
      for (const part of partsOf(triage.store.get().ticked)) {
        const body = { ...namedBy(part, triage, product?.id, counts), data };
        const answer = await call(findingsBulkTriage, { path: { orgId }, body });
        updated += answer.updated;
        skipped.push(...(answer.skipped ?? []));
        decided.push(answer.decision);
        done.push(part);
      }
    } catch (error) {
      // What the requests before it decided can be undone all the same, and is not sent again.
      if (done.length > 0) await triage.answeredPartly(answered(), done);
      throw error;
    }
    await triage.answered(answered());
  };
  const textOf = (action: BulkTriageData['action'], updated: number, skipped: number): string =>
    skipped > 0
      ? {
          confirm: t`${updated} confirmed, ${skipped} already decided.`,
          dismiss: t`${updated} dismissed, ${skipped} already decided.`,
          reopen: t`${updated} reopened, ${skipped} already decided.`,
        }[action]
      : decidedText(action, updated);
  const reopening = useSaving(() => send({ action: 'reopen' }, new Map()));
  if (!rights.mayTriageMany) return null;
  const close = (): void => triage.openDialog(undefined);
  const statuses = triage.scope.filters['status'] as readonly string[] | undefined;
  const canReopen = !statuses || statuses.includes('dismissed');
  return (
    <>
      <SelectionBar count={count} onClear={triage.clearChoice}>
        <Button isSmall onClick={() => triage.openDialog('confirm many')}>{t`Confirm`}</Button>
        <Button kind="secondary" isSmall onClick={() => triage.openDialog('dismiss many')}>{t`Dismiss`}</Button>
        {canReopen && <Button kind="secondary" isSmall {...reopening}>{t`Reopen`}</Button>}
      </SelectionBar>
      <Skipped triage={triage} />
      <Dialog title={t`Confirm`} isOpen={state.dialog === 'confirm many'} onClose={close}>
        <Counted triage={triage} product={product} data={{ action: 'confirm' }}>
          {(expected, counts) => (
            <ConfirmMany
              productSlug={product?.slug ?? slugOfAll(triage, state)}
              count={expected}
              isOneRequest={partsOf(state.ticked).length === 1}
              send={(data) => send(data, counts)}
              close={close}
            />
          )}
        </Counted>
      </Dialog>
      <Dialog title={t`Dismiss`} isOpen={state.dialog === 'dismiss many'} onClose={close}>
        <Counted triage={triage} product={product} data={{ action: 'dismiss', reason: 'accepted' }}>
          {(_, counts) => (
            <DismissForm
              productSlug={product?.slug ?? slugOfAll(triage, state)}
              send={(body: DismissFinding) => send({ action: 'dismiss', ...body }, counts)}
              close={close}
            />
          )}
        </Counted>
      </Dialog>
    </>
  );
}

/** The findings that the last action left alone, because somebody decided on them meanwhile. */
function Skipped({ triage }: { triage: Triage }) {
  const { t } = useLingui();
  const skipped = useStore(triage.store, (state) => state.skipped);
  if (skipped.length === 0) return null;
  const known = skipped.flatMap(({ row }) => row ?? []);
  const others = skipped.length - known.length;
  return (
    <section aria-label={t`Already decided`} className={styles.skipped}>
      <p>
        <Plural
          value={skipped.length}
          one="# finding was decided or changed after you loaded the list, and is left unchanged:"
          other="# findings were decided or changed after you loaded the list, and are left unchanged:"
        />
      </p>
      <ul>
        {known.map((row) => (
          <li key={row.id}>
            <a
              href={triage.addressOf(row)}
              onClick={(event) => {
                event.preventDefault();
                triage.show(row);
              }}
            >
              {nameOf(row)}
            </a>
          </li>
        ))}
        {others > 0 && (
          <li>
            <Plural value={others} one="# more" other="# more" />
          </li>
        )}
      </ul>
    </section>
  );
}

/** The product of all that are ticked one by one; undefined where they are of several. */
function slugOfAll(triage: Triage, { ticked: { rows, groups, list } }: TriageState): string | undefined {
  if (list !== undefined || groups.size > 0) return undefined;
  const products = new Set([...rows.values()].map(({ productId }) => productId));
  return products.size === 1 ? triage.slugOf([...products][0]!) : undefined;
}

/** Says first how many findings it concerns: of groups and lists as the service counts them now. */
function Counted({
  triage,
  product,
  data,
  children,
}: Pick<Props, 'triage' | 'product'> & {
  data: BulkTriageData;
  children: (expected: number, counts: Counts) => ReactNode;
}) {
  const { t } = useLingui();
  const { orgId } = triage.scope;
  // As it was when the dialog opened: what is answered in parts goes away under it.
  const [ticked] = useState(() => triage.store.get().ticked);
  const whole = partsOf(ticked).flatMap((part) => ('rows' in part ? [] : part.group));
  const counted = useQuery({
    queryKey: ['findings', orgId, 'count', whole, triage.scope.filters, data.action],
    queryFn: async ({ signal }): Promise<(readonly [string | null, number])[]> => {
      const counts: (readonly [string | null, number])[] = [];
      for (const group of whole) {
        const body = { filter: filterOf(triage, group, product?.id), data };
        const { updated } = await call(
          findingsBulkTriage,
          { path: { orgId }, query: { dryRun: true }, body },
          { signal },
        );
        counts.push([group, updated]);
      }
      return counts;
    },
    enabled: whole.length > 0,
    gcTime: 0,
    staleTime: 0,
  });
  const say = (counts: Counts): ReactNode => {
    const expected = [...counts.values()].reduce((sum, count) => sum + count, ticked.rows.size);
    return (
      <>
        <p role="status">
          <Plural value={expected} one="This affects # finding." other="This affects # findings." />
        </p>
        {children(expected, counts)}
      </>
    );
  };
  if (whole.length === 0) return <>{say(new Map())}</>;
  if (counted.error instanceof CurbcutError && counted.error.code === 'invalid_input')
    return <p role="alert">{t`Too many findings. Add a filter.`}</p>;
  return <Loaded query={counted}>{(counts) => say(new Map(counts))}</Loaded>;
}

function ConfirmMany({
  productSlug,
  count,
  isOneRequest,
  send,
  close,
}: {
  productSlug: string | undefined;
  count: number;
  /** Of several requests each would create an issue. */
  isOneRequest: boolean;
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
    { value: 'each', label: count === 1 ? t`A new issue` : t`One issue each` },
    ...(isOneRequest && count !== 1 ? [{ value: 'one', label: t`One issue for all` }] : []),
    ...(productSlug === undefined ? [] : [{ value: 'existing', label: t`An existing issue` }]),
  ];
  return (
    <Form form={form} submit={t`Confirm`} actions={<CancelButton onClick={close} />}>
      {options.length > 1 && (
        <RadioGroup
          label={count === 1 ? t`Issue` : t`Issues`}
          name="as"
          options={options}
          value={form.values.as}
          onChange={(as) => form.set({ as })}
        />
      )}
      {form.values.as === 'existing' && productSlug !== undefined && (
        <IssueField productSlug={productSlug} {...form.field('issueNumber')} />
      )}
    </Form>
  );
}
