import type { ComponentProps } from 'react';
import { controlClass, Field, type FieldProps } from './field';

type Own<E extends 'input' | 'textarea'> = Omit<ComponentProps<E>, 'onChange' | 'id'> &
  FieldProps & { value: string; onChange: (value: string) => void };

/** A line of text. */
export const TextField = ({ label, hint, error, id, onChange, type = 'text', ...rest }: Own<'input'>) => (
  <Field label={label} hint={hint} error={error} {...(id === undefined ? {} : { id })}>
    {(control) => (
      <input
        className={controlClass}
        type={type}
        onChange={({ target }) => onChange(target.value)}
        {...rest}
        {...control}
      />
    )}
  </Field>
);

/** Lines of text. */
export const TextArea = ({ label, hint, error, id, onChange, ...rest }: Own<'textarea'>) => (
  <Field label={label} hint={hint} error={error} {...(id === undefined ? {} : { id })}>
    {(control) => (
      <textarea className={controlClass} onChange={({ target }) => onChange(target.value)} {...rest} {...control} />
    )}
  </Field>
);
