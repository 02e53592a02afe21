import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { announce } from '../app/announcements';
import { Button } from './button';
import { controlClass, Field } from './field';
import { Form, useForm } from './form';
import { Picture } from './picture';
import styles from './picture.module.css';

const LARGEST = 2_097_152;

interface Props {
  /** The picture that is there; null: none. */
  image: string | null;
  /** Whose it is. */
  of: string;
  words: { field: string; send: string; remove: string };
  upload: (file: File) => Promise<unknown>;
  remove: () => Promise<unknown>;
}

/** Shows a picture, and takes another one as a file. */
export function PictureForm({ image, of, words, upload, remove }: Props) {
  const { t } = useLingui();
  const [file, setFile] = useState<File>();
  const input = useRef<HTMLInputElement>(null);
  const form = useForm({
    initial: { file: '' },
    check: () => ({
      file: !file ? t`Choose a file.` : file.size > LARGEST ? t`The file is too large. The limit is 2 MB.` : '',
    }),
    send: async () => {
      await upload(file!);
      setFile(undefined);
      if (input.current) input.current.value = '';
      announce(t`Saved.`);
    },
    explain: ({ code, status }) =>
      code === 'picture_undecodable' || status === 415
        ? { field: 'file', text: t`The file is not an image, or its format is not supported.` }
        : undefined,
  });
  const removal = useForm({
    initial: {},
    send: async () => {
      await remove();
      announce(t`Saved.`);
    },
  });
  const { id, error } = form.field('file');
  return (
    <div className={styles.form}>
      <Picture image={image} name={of} isLarge />
      <Form
        form={{ ...form, faults: [...form.faults, ...removal.faults], attempt: form.attempt + removal.attempt }}
        submit={words.send}
        actions={
          image !== null && (
            <Button kind="secondary" isBusy={removal.isBusy} onClick={() => removal.submit()}>
              {words.remove}
            </Button>
          )
        }
      >
        <Field id={id} label={words.field} hint={t`JPEG, PNG, WebP or GIF, 2 MB at most.`} error={error}>
          {(control) => (
            <input
              ref={input}
              type="file"
              accept="image/jpeg,image/png,image/webp,image/gif"
              className={controlClass}
              onChange={({ target }) => setFile(target.files?.[0])}
              {...control}
            />
          )}
        </Field>
      </Form>
    </div>
  );
}
