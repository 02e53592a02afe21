import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { onlineManager } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import { useStore } from '../app/store';
import { Button } from '../ui/button';
import { RadioGroup } from '../ui/checkbox';
import { CancelButton, Dialog } from '../ui/dialog';
import { Form, useForm } from '../ui/form';
import { Notice } from '../ui/notice';
import { problemText } from '../words/problems';
import { OUTCOMES } from '../words/terms';
import { type Grid, keyOf, type Place } from './cells';
import { type Conflict, unsentOf, type Workbench } from './workbench';
import styles from './unsent.module.css';

interface Props {
  workbench: Workbench;
  grid: Grid;
}

const useIsOnline = (): boolean =>
  useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );

/** What is only in this page yet, and what somebody else has changed meanwhile. */
export function Unsent({ workbench, grid }: Props) {
  const { t } = useLingui();
  const isOnline = useIsOnline();
  const count = useStore(workbench.store, ({ rows }) => unsentOf(rows));
  const isWriting = useStore(workbench.store, (state) => state.isWriting);
  const trouble = useStore(workbench.store, (state) => state.trouble);
  const conflicts = useStore(workbench.store, (state) => state.conflicts);
  const isHeld = count > 0 || isWriting || conflicts.size > 0;
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!isHeld || current.pathname === next.pathname) return false;
      if (conflicts.size === 0 && !isWriting && (await workbench.flush())) return false;
      return !confirm(t`Some outcomes are not saved yet. If you leave, they are lost. Leave anyway?`);
    },
    enableBeforeUnload: () => isHeld,
  });
  const isWaiting = count > 0 && (!isOnline || trouble !== undefined);
  const why = isOnline ? problemText(trouble) : t`You are offline.`;
  return (
    <>
      <div role="status" className={styles.place}>
        {isWaiting && (
          <Notice kind="warning">
            <p>
              {plural(count, { one: '# outcome is not saved yet.', other: '# outcomes are not saved yet.' })} {why}{' '}
              {t`They are stored in this page only and are sent automatically. Do not close the page.`}
            </p>
          </Notice>
        )}
      </div>
      <Conflicts workbench={workbench} grid={grid} conflicts={conflicts} />
    </>
  );
}

function Conflicts({ workbench, grid, conflicts }: Props & { conflicts: ReadonlyMap<string, Conflict> }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const name = t`Changed by another person`;
  return (
    <>
      <div role="alert" className={styles.place}>
        {conflicts.size > 0 && (
          <Notice kind="problem">
            <p>
              {plural(conflicts.size, {
                one: 'Another person changed # cell. Your outcome for it is not saved.',
                other: 'Another person changed # cells. Your outcomes for them are not saved.',
              })}
            </p>
            <div className={styles.actions}>
              <Button kind="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
                {name}
              </Button>
            </div>
          </Notice>
        )}
      </div>
      <Dialog title={name} isOpen={isOpen && conflicts.size > 0} onClose={() => setOpen(false)} isWide>
        <Choice workbench={workbench} grid={grid} conflicts={[...conflicts.values()]} close={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function Choice({ workbench, grid, conflicts, close }: Props & { conflicts: readonly Conflict[]; close: () => void }) {
  const { t, i18n } = useLingui();
  const nameOf = useCellName(grid);
  const form = useForm({
    initial: Object.fromEntries(conflicts.map(({ mine }) => [keyOf(mine), 'yours'])),
    send: (sides) => {
      workbench.settle(new Set(Object.keys(sides).filter((key) => sides[key] === 'yours')));
      close();
      return Promise.resolve();
    },
  });
  return (
    <>
      <p>{t`Choose for each cell.`}</p>
      <Form form={form} submit={t`Save choice`} actions={<CancelButton onClick={close} />}>
        {conflicts.map(({ mine, theirs }) => {
          const key = keyOf(mine);
          const said = [mine.outcome && i18n._(OUTCOMES[mine.outcome]), mine.note].filter(Boolean).join(': ');
          const now = i18n._(OUTCOMES[theirs?.outcome ?? 'untested']);
          return (
            <RadioGroup
              key={key}
              label={nameOf(mine)}
              name={key}
              value={form.values[key]!}
              onChange={(side) => form.set({ [key]: side })}
              options={[
                { value: 'yours', label: t`Your value`, hint: said },
                {
                  value: 'theirs',
                  label: t`Other person’s value`,
                  hint: theirs?.byName ? `${now} (${theirs.byName})` : now,
                },
              ]}
            />
          );
        })}
      </Form>
    </>
  );
}

/** What a cell is called: its requirement and its entry. */
function useCellName(grid: Grid): (place: Place) => string {
  const { t } = useLingui();
  return ({ requirementId, entry }) => {
    const requirement = grid.requirements.find((one) => one.requirementId === requirementId);
    const page = entry === 'all' ? t`All pages` : grid.sample.find(({ number }) => number === entry)?.name;
    return `${requirement?.number} ${requirement?.name} · ${page}`;
  };
}
