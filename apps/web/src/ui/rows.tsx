import { useLingui } from '@lingui/react/macro';
import { useId, useRef } from 'react';
import { Button } from './button';
import { FieldGroup } from './checkbox';
import styles from './rows.module.css';
import { TextField } from './text-field';

interface Props<Row extends Record<string, string>> {
  label: string;
  hint?: string;
  error: string | undefined;
  /** Of the button that adds a row: where a fault leads to. */
  id: string;
  add: string;
  value: readonly Row[];
  onChange: (value: Row[]) => void;
  /** What a row is made of. */
  columns: readonly { name: keyof Row & string; label: string; placeholder?: string }[];
  max: number;
}

/** Several of the same kind, each of some lines of text. */
export function Rows<Row extends Record<string, string>>(props: Props<Row>) {
  const { t } = useLingui();
  const { label, hint, error, id, add, value, onChange, columns, max } = props;
  const own = useId();
  const group = useRef<HTMLDivElement>(null);
  const focus = (row: number): void =>
    void setTimeout(() => {
      const inputs = group.current?.querySelectorAll('input') ?? [];
      (inputs[row * columns.length] ?? document.getElementById(id))?.focus();
    });
  return (
    <div ref={group}>
      <FieldGroup label={label}>
        {hint && <p className={styles.hint}>{hint}</p>}
        {error && <p className={styles.error}>{error}</p>}
        {value.map((row, at) => (
          <div key={at} role="group" aria-label={`${label} ${at + 1}`} className={styles.row}>
            {columns.map((column) => (
              <TextField
                key={column.name}
                id={`${own}-${at}-${column.name}`}
                label={column.label}
                placeholder={column.placeholder}
                maxLength={200}
                autoComplete="off"
                value={row[column.name]!}
                onChange={(text) =>
                  onChange(value.map((other, place) => (place === at ? { ...other, [column.name]: text } : other)))
                }
              />
            ))}
            <Button
              kind="quiet"
              aria-label={t`Remove ${label} ${at + 1}`}
              onClick={() => {
                onChange(value.filter((_, place) => place !== at));
                focus(Math.min(at, value.length - 2));
              }}
            >
              {t`Remove`}
            </Button>
          </div>
        ))}
        {value.length < max && (
          <div>
            <Button
              kind="secondary"
              id={id}
              onClick={() => {
                onChange([...value, Object.fromEntries(columns.map(({ name }) => [name, ''])) as Row]);
                focus(value.length);
              }}
            >
              {add}
            </Button>
          </div>
        )}
      </FieldGroup>
    </div>
  );
}
