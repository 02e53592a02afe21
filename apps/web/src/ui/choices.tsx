import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { Button } from './button';
import { type Choice, ComboBox } from './combo-box';
import type { FieldProps } from './field';
import styles from './choices.module.css';

interface Props extends Omit<FieldProps, 'label'> {
  label: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
  options: readonly Choice[];
  /** Where the options are read when somebody comes to it. */
  onFocus?: () => void;
}

/** Several of many: each is found by typing, and stands below with a button that takes it out. */
export function Choices({ label, value, onChange, options, ...rest }: Props) {
  const { t } = useLingui();
  const group = useRef<HTMLDivElement>(null);
  // What is chosen is taken for a moment, so that the list closes; then the field is empty for the next.
  const [taken, setTaken] = useState('');
  const labelOf = (one: string): string => options.find((option) => option.value === one)?.label ?? one;
  const take = (one: string): void => {
    onChange(value.filter((other) => other !== one));
    group.current?.querySelector('input')?.focus();
  };
  return (
    <div ref={group} className={styles.choices}>
      <ComboBox
        label={label}
        value={taken}
        onChange={(one) => {
          if (one === '') return;
          onChange([...value, one]);
          setTaken(one);
          setTimeout(() => setTaken(''));
        }}
        options={options.filter((option) => !value.includes(option.value))}
        {...rest}
      />
      {value.length > 0 && (
        <ul role="list" aria-label={label} className={styles.chosen}>
          {value.map((one) => (
            <li key={one}>
              <Button kind="quiet" isSmall aria-label={t`Remove ${labelOf(one)}`} onClick={() => take(one)}>
                {labelOf(one)}
                <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
                  <path d="M2 2l8 8M10 2l-8 8" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
                </svg>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
