import type { AskedRequirement, SampleEntry } from '@curbcut/client';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { memo, useEffect, useEffectEvent, useId, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { alert, announce } from '../app/announcements';
import { useStore } from '../app/store';
import { type Keys, keysOf } from '../shortcuts/keys';
import { useMe } from '../app/session';
import { OUTCOMES } from '../words/terms';
import { type EntryKey, type Grid, outcomeOn, ownOutcome } from './cells';
import { OutcomeCell } from './outcome-cell';
import { pasted } from './paste';
import { blockOf, cellAt, meant, placeOf, walk } from './walk';
import { GRID, type Workbench } from './workbench';
import styles from './outcome-grid.module.css';

/** Letters that follow each other sooner are of one word. */
const WORD_MS = 800;

interface Props {
  workbench: Workbench;
  grid: Grid;
  mayDecide: boolean;
}

/** Requirements down, entries across: one stop of Tab, arrows move, letters lead to a requirement. */
export function OutcomeGrid({ workbench, grid, mayDecide }: Props) {
  const { t } = useLingui();
  const id = useId();
  const shown = useStore(workbench.store, (state) => state.shown);
  const requirements = new Map(grid.requirements.map((one) => [one.requirementId, one]));
  const entries = new Map<EntryKey, SampleEntry>(grid.sample.map((one) => [one.number, one]));
  const walkByKey = useWalk(workbench, grid);
  useClipboard(workbench, mayDecide);
  const click = (event: MouseEvent): void => {
    const cell = (event.target as Element).closest<HTMLTableCellElement>('td');
    const row = cell?.parentElement as HTMLTableRowElement | null;
    if (!cell || !row) return;
    const place = cellAt(shown, row.sectionRowIndex, cell.cellIndex - 1);
    if (place) workbench.goTo(place, event.shiftKey);
    workbench.focus();
  };
  return (
    <div className={styles.region}>
      <table
        id={GRID}
        // A grid is a control: its cells take the focus and the keys.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        aria-labelledby={id}
        aria-multiselectable
        className={styles.grid}
        style={{ '--columns': shown.entries.length } as React.CSSProperties}
        onKeyDown={walkByKey}
        onClick={click}
      >
        <caption id={id} className="visually-hidden">{t`Outcomes`}</caption>
        <thead>
          <tr>
            <th scope="col" className={styles.corner}>{t`Requirement`}</th>
            {shown.entries.map((entry) => (
              <th key={entry} scope="col" className={styles.entry}>
                <EntryName entry={entry} named={entries.get(entry)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.requirementIds.map((requirementId) => {
            const requirement = requirements.get(requirementId);
            return (
              requirement && (
                <Row key={requirementId} workbench={workbench} requirement={requirement} entries={shown.entries} />
              )
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function EntryName({ entry, named }: { entry: EntryKey; named: SampleEntry | undefined }) {
  const { t } = useLingui();
  return <span className={styles.name}>{entry === 'all' ? t`All pages` : (named?.name ?? entry)}</span>;
}

/** The keys that move, and the letters that lead to a requirement. */
function useWalk(workbench: Workbench, grid: Grid) {
  const { shortcuts } = useMe().preferences;
  const typed = useRef({ word: '', at: 0 });
  return (event: KeyboardEvent): void => {
    const { shown, current } = workbench.store.get();
    if (!current || event.altKey || event.nativeEvent.isComposing) return;
    const isWhole = event.ctrlKey || event.metaKey;
    const to = walk(shown, current, event.key, isWhole);
    if (to) {
      event.preventDefault();
      workbench.goTo(to, event.shiftKey);
      return workbench.focus();
    }
    if (isWhole) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      document.getElementById(DETAILS_HEADING)?.focus();
    } else if (event.key === 'Escape') workbench.goTo(current);
    else if (isLetter(event.key) && shortcuts.on && !isTaken(keysOf(shortcuts.keys), event.key)) {
      const isSameWord = event.timeStamp - typed.current.at < WORD_MS;
      const word = isSameWord ? typed.current.word + event.key : event.key;
      typed.current = { word, at: event.timeStamp };
      const [down] = placeOf(shown, current);
      const asked = shown.requirementIds.flatMap(
        (id) => grid.requirements.find(({ requirementId }) => requirementId === id) ?? [],
      );
      const found = meant(asked, word, isSameWord ? down - 1 : down);
      if (found === undefined) return;
      workbench.goTo({ requirementId: found, entry: current.entry });
      workbench.focus();
    }
  };
}

/** The heading of what is known of a cell. */
export const DETAILS_HEADING = 'outcome';

const ACTIONS = ['passed', 'failed', 'inapplicable', 'cannotTell', 'untested', 'search', 'shortcuts'] as const;

/** Whether a letter does something else here. */
const isTaken = (keys: Keys, key: string): boolean => ACTIONS.some((action) => keys[action] === key);

const isLetter = (key: string): boolean => key.length === 1 && /\p{L}/u.test(key);

/** Tables come in and go out as blocks of words. */
function useClipboard(workbench: Workbench, mayDecide: boolean): void {
  const { t, i18n } = useLingui();
  const paste = useEffectEvent((event: ClipboardEvent): void => {
    const chosen = workbench.chosen();
    const text = event.clipboardData?.getData('text/plain') ?? '';
    // A file alone is evidence.
    if (text === '' && event.clipboardData?.files.length) return;
    if (!workbench.isFocused() || !mayDecide || !chosen) return;
    event.preventDefault();
    const found = pasted(text, workbench.store.get().shown, chosen);
    if ('isTooLarge' in found) return alert(t`Nothing was pasted: the block does not fit into the grid.`);
    if ('unknown' in found) {
      const words = found.unknown.slice(0, 5).join(', ');
      return alert(t`Nothing was pasted. Unknown outcomes: ${words}`);
    }
    workbench.say(found.said);
    announce(plural(found.said.length, { one: '# outcome pasted.', other: '# outcomes pasted.' }));
  });
  const copy = useEffectEvent((event: ClipboardEvent): void => {
    const { shown, current, anchor, rows } = workbench.store.get();
    if (!workbench.isFocused() || !current || !(getSelection()?.isCollapsed ?? true)) return;
    event.preventDefault();
    const { top, bottom, left, right } = blockOf(shown, anchor ?? current, current);
    const lines = shown.requirementIds
      .slice(top, bottom + 1)
      .map((id) =>
        shown.entries.slice(left, right + 1).map((entry) => i18n._(OUTCOMES[outcomeOn(rows.get(id), entry)])),
      );
    event.clipboardData?.setData('text/plain', lines.map((line) => line.join('\t')).join('\n'));
    announce(t`Copied.`);
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => paste(event);
    const onCopy = (event: ClipboardEvent): void => copy(event);
    document.addEventListener('paste', onPaste);
    document.addEventListener('copy', onCopy);
    return () => {
      document.removeEventListener('paste', onPaste);
      document.removeEventListener('copy', onCopy);
    };
  }, []);
}

/** A row draws itself anew where something was said of it, or one comes or goes. */
const Row = memo(function Row({
  workbench,
  requirement,
  entries,
}: {
  workbench: Workbench;
  requirement: AskedRequirement;
  entries: readonly EntryKey[];
}) {
  const { t } = useLingui();
  const { requirementId, number, name, isGone } = requirement;
  const { store } = workbench;
  const row = useStore(store, (state) => state.rows.get(requirementId));
  const current = useStore(store, (state) =>
    state.current?.requirementId === requirementId ? state.current.entry : undefined,
  );
  const chosen = useStore(store, ({ shown, current: here, anchor }) => {
    if (!here || !anchor) return undefined;
    const { top, bottom, left, right } = blockOf(shown, anchor, here);
    const at = shown.requirementIds.indexOf(requirementId);
    return at >= top && at <= bottom ? `${left} ${right}` : undefined;
  });
  const [left, right] = chosen?.split(' ').map(Number) ?? [Infinity, -Infinity];
  return (
    <tr data-current={current !== undefined || undefined}>
      <th scope="row" className={styles.requirement}>
        <span className={styles.name}>
          {number} {name}
          {isGone && ` (${t`deleted`})`}
        </span>
      </th>
      {entries.map((entry, at) => (
        <OutcomeCell
          key={entry}
          outcome={outcomeOn(row, entry)}
          isOwn={entry === 'all' || ownOutcome(row, entry) !== 'untested'}
          read={row?.read.get(entry)}
          isUnsent={row?.changed.has(entry) ?? false}
          isCurrent={entry === current}
          isChosen={at >= left! && at <= right!}
        />
      ))}
    </tr>
  );
});
