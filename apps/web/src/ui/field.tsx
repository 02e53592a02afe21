import { useId, type ReactNode } from 'react';
import { classNames } from './class-names';
import styles from './field.module.css';

/** What all fields take. */
export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong with it, in words. */
  error?: string | undefined;
  id?: string;
}

/** What a control says of its field. */
export interface ControlProps {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

/** A control with its label above, its hint below that, and what is wrong with it. */
export function Field({
  label,
  hint,
  error,
  id,
  isInline = false,
  children,
}: FieldProps & { isInline?: boolean; children: (control: ControlProps) => ReactNode }) {
  const made = useId();
  const own = id ?? made;
  const described = [hint != null && `${own}-hint`, error && `${own}-error`].filter(Boolean).join(' ');
  const control = children({
    id: own,
    ...(described ? { 'aria-describedby': described } : {}),
    ...(error ? { 'aria-invalid': true as const } : {}),
  });
  return (
    <div className={classNames(styles.field, error && styles.invalid)}>
      <div className={isInline ? styles.inline : undefined}>
        {isInline && control}
        <label htmlFor={own} className={isInline ? styles.inlineLabel : styles.label}>
          {label}
        </label>
      </div>
      {hint != null && (
        <p id={`${own}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${own}-error`} className={styles.error}>
          {error}
        </p>
      )}
      {!isInline && control}
    </div>
  );
}

/** The look of an input, a select or a text area. */
export const controlClass = styles.control;
