import type { ReactNode } from 'react';
import { Field, type FieldProps } from './field';
import styles from './field.module.css';

interface Props extends FieldProps {
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

/** Yes or no. */
export const Checkbox = ({ label, hint, error, id, isChecked, onChange }: Props) => (
  <Field label={label} hint={hint} error={error} isInline {...(id === undefined ? {} : { id })}>
    {(control) => (
      <input
        type="checkbox"
        className={styles.box}
        checked={isChecked}
        onChange={({ target }) => onChange(target.checked)}
        {...control}
      />
    )}
  </Field>
);

/** A box in a row of a table, named without words beside it. */
export const RowCheckbox = ({
  name,
  isChecked,
  isPartly = false,
  onChange,
  tabIndex,
}: {
  name: string;
  isChecked: boolean;
  /** Of several rows: some, but not all, are ticked. */
  isPartly?: boolean;
  onChange: (isChecked: boolean) => void;
  tabIndex?: number;
}) => (
  <input
    type="checkbox"
    className={styles.box}
    aria-label={name}
    ref={(box) => {
      if (box) box.indeterminate = isPartly;
    }}
    tabIndex={tabIndex}
    checked={isChecked}
    onChange={({ target }) => onChange(target.checked)}
  />
);

/** Fields that answer one question together. */
export const FieldGroup = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <fieldset className={styles.group}>
    <legend className={styles.legend}>{label}</legend>
    {children}
  </fieldset>
);

interface RadioProps {
  label: ReactNode;
  /** Of the first: where a fault leads to. */
  id?: string;
  error?: string | undefined;
  name: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string; hint?: ReactNode }[];
}

/** One of a few, all in sight. */
export const RadioGroup = ({ label, id, error, name, value, onChange, options }: RadioProps) => (
  <FieldGroup label={label}>
    {error && <p className={styles.error}>{error}</p>}
    {options.map((option, place) => (
      <Field
        key={option.value}
        label={option.label}
        hint={option.hint}
        isInline
        {...(id !== undefined && place === 0 && { id })}
      >
        {(control) => (
          <input
            type="radio"
            className={styles.box}
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            {...control}
          />
        )}
      </Field>
    ))}
  </FieldGroup>
);
