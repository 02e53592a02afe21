import { useLingui } from '@lingui/react/macro';
import { DropZone } from 'react-aria-components/DropZone';
import { controlClass, Field } from './field';
import styles from './file-field.module.css';

interface Props {
  label: string;
  hint?: string;
  error?: string | undefined;
  id?: string;
  accept?: string;
  isMultiple?: boolean;
  files: readonly File[];
  onChange: (files: File[]) => void;
}

/** Files that are chosen, dropped or pasted. */
export function FileField({ label, hint, error, id, accept, isMultiple = false, files, onChange }: Props) {
  const { t } = useLingui();
  const take = (given: readonly File[]): void => onChange(isMultiple ? [...given] : given.slice(0, 1));
  return (
    <DropZone
      className={styles.zone!}
      aria-label={t`Drop files here`}
      onDrop={({ items }) =>
        void Promise.all(items.flatMap((item) => (item.kind === 'file' ? [item.getFile()] : []))).then(take)
      }
    >
      <Field label={label} hint={hint} error={error} {...(id !== undefined && { id })}>
        {(control) => (
          <input
            type="file"
            multiple={isMultiple}
            accept={accept}
            className={controlClass}
            onChange={({ target }) => take([...(target.files ?? [])])}
            {...control}
          />
        )}
      </Field>
      {files.length > 0 && (
        <ul className={styles.files}>
          {files.map(({ name }, place) => (
            <li key={place}>{name}</li>
          ))}
        </ul>
      )}
    </DropZone>
  );
}
