import { Trans, useLingui } from '@lingui/react/macro';
import { CancelButton } from './dialog';
import { DialogButton } from './dialog-button';
import { Form, useForm } from './form';
import { TextField } from './text-field';

interface Props {
  /** Of the button. */
  name: string;
  /** What its own name is, which is to be typed. */
  of: string;
  /** What the field is called, and what is said where another name stands there. */
  words: { field: string; isOther: string };
  /** Deletes it; `close` comes before what else follows. */
  run: (close: () => void) => Promise<unknown>;
}

/** A button that deletes what is dear, once somebody has typed its name. */
export const DeleteByName = ({ name, ...rest }: Props) => (
  <DialogButton name={name} kind="danger">
    {(close) => <Deletion name={name} close={close} {...rest} />}
  </DialogButton>
);

function Deletion({ name, of, words, run, close }: Props & { close: () => void }) {
  const { t } = useLingui();
  const form = useForm({
    initial: { name: '' },
    check: (values) => ({ name: values.name.trim() === of ? '' : words.isOther }),
    send: () => run(close),
  });
  return (
    <>
      <p>
        <Trans>
          <strong>{of}</strong> is deleted for all members at once. This cannot be undone.
        </Trans>
      </p>
      <Form form={form} submit={name} actions={<CancelButton onClick={close} />}>
        <TextField
          label={words.field}
          hint={t`Enter the name to confirm the deletion.`}
          autoComplete="off"
          spellCheck={false}
          {...form.field('name')}
        />
      </Form>
    </>
  );
}
