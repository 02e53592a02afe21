import type { ComponentProps, ReactNode } from 'react';
import type { Button } from './button';
import { CancelButton } from './dialog';
import { DialogButton } from './dialog-button';
import { Form, useForm } from './form';

interface Props {
  name: string;
  kind?: ComponentProps<typeof Button>['kind'];
  isSmall?: boolean;
  /** The id of what it is about, where the same button stands in each row. */
  about?: string;
  /** Does it; what it throws is shown. */
  run: () => Promise<unknown>;
  /** What will happen. */
  children: ReactNode;
}

/** A button that says what it will do, and asks, before it does it. */
export const ConfirmButton = ({ name, kind = 'danger', isSmall = false, about, run, children }: Props) => (
  <DialogButton name={name} kind={kind} isSmall={isSmall} about={about}>
    {(close) => (
      <Question name={name} run={run} close={close}>
        {children}
      </Question>
    )}
  </DialogButton>
);

function Question({ name, run, close, children }: Pick<Props, 'name' | 'run' | 'children'> & { close: () => void }) {
  const form = useForm({
    initial: {},
    send: async () => {
      await run();
      close();
    },
  });
  return (
    <Form form={form} submit={name} actions={<CancelButton onClick={close} />}>
      <div>{children}</div>
    </Form>
  );
}
