import { type ReactNode, useRef } from 'react';
import { Button } from './button';
import { FieldGroup } from './checkbox';
import styles from './field-list.module.css';

interface Props<T> {
  /** Of the button that adds one: where a fault leads to. */
  id: string;
  label: ReactNode;
  lead: ReactNode;
  error: string | undefined;
  value: readonly T[];
  onChange: (value: T[]) => void;
  /** What one begins as. */
  empty: T;
  /** How many there are at least, where they cannot be taken away, and at most. */
  least?: number;
  most: number;
  /** What the parts are called, counted from 1. */
  names: {
    add: string;
    one: (number: number) => string;
    remove: (number: number) => string;
    /** Absent: their order means nothing. */
    moveUp?: (number: number) => string;
  };
  children: (one: T, put: (one: T) => void, number: number) => ReactNode;
}

/** Several of the same, each of some fields: added, taken away and put in order, with the focus where that was. */
export function FieldList<T>(props: Props<T>) {
  const { id, label, lead, error, value, onChange, empty, least = 0, most, names, children } = props;
  const list = useRef<HTMLDivElement>(null);
  const change = (changed: T[], place: number): void => {
    onChange(changed);
    setTimeout(() => {
      const parts = list.current?.querySelectorAll<HTMLElement>('[role=group]') ?? [];
      const first = parts[place]?.querySelector<HTMLElement>('input, select, textarea, button');
      (first ?? document.getElementById(id))?.focus();
    });
  };
  return (
    <FieldGroup label={label}>
      <div ref={list} className={styles.list}>
        <p className={styles.lead}>{lead}</p>
        {error && <p className={styles.error}>{error}</p>}
        {value.map((one, place) => (
          <div key={place} role="group" aria-label={names.one(place + 1)} className={styles.part}>
            {children(one, (changed) => onChange(value.with(place, changed)), place + 1)}
            <div className={styles.buttons}>
              {names.moveUp && place > 0 && (
                <Button
                  kind="secondary"
                  isSmall
                  onClick={() => change(value.with(place, value[place - 1]!).with(place - 1, one), place - 1)}
                >
                  {names.moveUp(place + 1)}
                </Button>
              )}
              {value.length > least && (
                <Button
                  kind="secondary"
                  isSmall
                  onClick={() => change(value.toSpliced(place, 1), Math.min(place, value.length - 2))}
                >
                  {names.remove(place + 1)}
                </Button>
              )}
            </div>
          </div>
        ))}
        {value.length < most && (
          <div>
            <Button kind="secondary" id={id} onClick={() => change([...value, empty], value.length)}>
              {names.add}
            </Button>
          </div>
        )}
      </div>
    </FieldGroup>
  );
}
