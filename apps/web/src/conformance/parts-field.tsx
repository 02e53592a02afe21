import type { ComponentProps } from 'react';
import { FieldGroup } from '../ui/checkbox';
import styles from '../ui/record-form.module.css';
import { TextField } from '../ui/text-field';

interface Props<T extends Record<string, string>> {
  label: string;
  /** Of the first part: where a fault leads to. */
  id: string;
  value: T;
  onChange: (value: T) => void;
  error: string | undefined;
  parts: readonly ({ name: keyof T & string; label: string } & Pick<
    ComponentProps<'input'>,
    'type' | 'autoComplete'
  >)[];
}

/** A field of several lines of text that belong together: a person, an address. */
export const PartsField = <T extends Record<string, string>>({
  label,
  id,
  value,
  onChange,
  error,
  parts,
}: Props<T>) => (
  <FieldGroup label={label}>
    <div className={styles.pairs}>
      {parts.map(({ name, ...part }, place) => (
        <TextField
          key={name}
          {...part}
          {...(place === 0 && { id, error })}
          maxLength={2000}
          value={value[name]!}
          onChange={(text) => onChange({ ...value, [name]: text })}
        />
      ))}
    </div>
  </FieldGroup>
);
