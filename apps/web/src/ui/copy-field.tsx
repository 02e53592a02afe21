import { useLingui } from '@lingui/react/macro';
import { announce } from '../app/announcements';
import { Button } from './button';
import { controlClass, Field } from './field';
import styles from './copy-field.module.css';

interface Props {
  label: string;
  hint?: string;
  value: string;
  /** The name of its button. */
  copy: string;
  isLong?: boolean;
}

/** A text to take along: shown, chosen with one key, copied with one button. */
export function CopyField({ label, hint, value, copy, isLong = false }: Props) {
  const { t } = useLingui();
  const take = async (id: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      announce(t`Copied.`);
    } catch {
      // Without the right to write there, choosing it is what is left.
      (document.getElementById(id) as HTMLInputElement | null)?.select();
    }
  };
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <div className={isLong ? styles.long : styles.line}>
          {isLong ? (
            <textarea
              readOnly
              rows={12}
              spellCheck={false}
              className={`${controlClass} ${styles.text}`}
              value={value}
              {...control}
            />
          ) : (
            <input
              readOnly
              spellCheck={false}
              className={`${controlClass} ${styles.text}`}
              value={value}
              {...control}
            />
          )}
          <Button kind="secondary" onClick={() => void take(control.id)}>
            {copy}
          </Button>
        </div>
      )}
    </Field>
  );
}
