import { type ClipboardEvent, type DragEvent, useState } from 'react';
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

/**
 * Files that are chosen, dropped or pasted. Its input is the only tab stop: whoever uses no mouse chooses or pastes
 * there.
 */
export function FileField({ label, hint, error, id, accept, isMultiple = false, files, onChange }: Props) {
  const [isOver, setOver] = useState(false);
  const take = (given: FileList | null): void => {
    const taken = [...(given ?? [])];
    onChange(isMultiple ? taken : taken.slice(0, 1));
  };
  const hasFiles = ({ types }: DataTransfer): boolean => types.includes('Files');
  const over = (event: DragEvent): void => {
    if (!hasFiles(event.dataTransfer)) return;
    // Otherwise the browser opens the file in place of the console.
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent): void => {
    if (!hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const paste = (event: ClipboardEvent): void => {
    if (hasFiles(event.clipboardData)) take(event.clipboardData.files);
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- its input does the same by keyboard
    <div
      className={styles.zone}
      data-drop-target={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      onPaste={paste}
    >
      <Field label={label} hint={hint} error={error} {...(id !== undefined && { id })}>
        {(control) => (
          <input
            type="file"
            multiple={isMultiple}
            accept={accept}
            className={controlClass}
            onChange={({ target }) => take(target.files)}
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
    </div>
  );
}
