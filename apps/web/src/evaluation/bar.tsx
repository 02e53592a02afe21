import { useLingui } from '@lingui/react/macro';
import { useState, type SubmitEvent } from 'react';
import { announce } from '../app/announcements';
import { useSearch } from '../app/router-hooks';
import { useStore } from '../app/store';
import { Button } from '../ui/button';
import { SEARCH_FIELD } from '../ui/filters';
import { Select } from '../ui/select';
import { TextField } from '../ui/text-field';
import type { Grid } from './cells';
import type { Show } from './filter';
import { meant, placeOf } from './walk';
import { entryOf, type Workbench } from './workbench';
import styles from './bar.module.css';

interface Props {
  workbench: Workbench;
  grid: Grid;
  show: Show;
  isWide: boolean;
  listKeys: () => void;
}

/** What is shown, and the way to a requirement. */
export function Bar({ workbench, grid, show, isWide, listKeys }: Props) {
  const { t } = useLingui();
  const [, change] = useSearch();
  return (
    <div className={styles.bar}>
      <div className={styles.fields}>
        <Select
          label={t`Show`}
          value={show}
          onChange={(value) => change({ show: value === 'all' ? undefined : value })}
          options={[
            { value: 'all', label: t`All` },
            { value: 'mine', label: t`Assigned to me, untested` },
            { value: 'untested', label: t`Untested` },
            { value: 'failed', label: t`Failed` },
          ]}
        />
        {!isWide && grid.sample.length > 0 && <EntryChoice workbench={workbench} grid={grid} />}
        <GoTo workbench={workbench} grid={grid} />
        <Button kind="quiet" isSmall aria-haspopup="dialog" className={styles.keys} onClick={listKeys}>
          {t`Keyboard shortcuts`}
        </Button>
      </div>
    </div>
  );
}

/** Where there is room for one entry: which. */
function EntryChoice({ workbench, grid }: Pick<Props, 'workbench' | 'grid'>) {
  const { t } = useLingui();
  const [, change] = useSearch();
  const entry = useStore(workbench.store, ({ shown }) => shown.entries[0]);
  const choose = (chosen: string): void => {
    // One is there at once: the address of the cell before, which is written after a pause, would lead back.
    const { shown, current } = workbench.store.get();
    const requirementId = current?.requirementId ?? shown.requirementIds[0];
    if (requirementId !== undefined) workbench.goTo({ requirementId, entry: entryOf(chosen) });
    change({ entry: chosen }, { isTyping: true });
  };
  return (
    <Select
      label={t`Page or view`}
      value={String(entry ?? 'all')}
      onChange={choose}
      options={[
        { value: 'all', label: t`All pages` },
        ...grid.sample.map(({ number, name }) => ({ value: String(number), label: name })),
      ]}
    />
  );
}

/** To a requirement by its number or a part of its name. */
function GoTo({ workbench, grid }: Pick<Props, 'workbench' | 'grid'>) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const go = (event: SubmitEvent): void => {
    event.preventDefault();
    if (typed.trim() === '') return;
    const { shown, current } = workbench.store.get();
    const asked = grid.requirements.filter(({ requirementId }) => shown.requirementIds.includes(requirementId));
    const [down] = current ? placeOf(shown, current) : [-1];
    const found = meant(asked, typed, down);
    const [entry] = shown.entries;
    if (found === undefined || entry === undefined) return announce(t`No visible requirement matches.`);
    setTyped('');
    workbench.goTo({ requirementId: found, entry: current?.entry ?? entry });
    workbench.focus();
  };
  return (
    <form role="search" noValidate className={styles.search} onSubmit={go}>
      <TextField
        id={SEARCH_FIELD}
        label={t`Go to requirement`}
        placeholder={t`1.4.3 or a keyword`}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        onKeyDown={({ key }) => key === 'Escape' && workbench.focus()}
      />
      <Button kind="secondary" type="submit">{t`Go`}</Button>
    </form>
  );
}
