import { controlClass, Field, type FieldProps } from './field';

interface Props extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string; lang?: string }[];
  name?: string;
}

/** One of a few. */
export const Select = ({ label, hint, error, id, value, onChange, options, name }: Props) => (
  <Field label={label} hint={hint} error={error} {...(id === undefined ? {} : { id })}>
    {(control) => (
      <select
        className={controlClass}
        name={name}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        {...control}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} lang={option.lang}>
            {option.label}
          </option>
        ))}
      </select>
    )}
  </Field>
);
