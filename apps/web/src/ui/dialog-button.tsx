import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';

interface Props {
  /** The name of the button, of the dialog and of its last button. */
  name: string;
  kind?: ComponentProps<typeof Button>['kind'];
  isSmall?: boolean;
  isWide?: boolean;
  /** The id of what it is about, where the same button stands in each row. */
  about?: string | undefined;
  /** What stands in the dialog, made anew each time. */
  children: (close: () => void) => ReactNode;
}

/** A button that opens a dialog. */
export function DialogButton({ name, kind = 'secondary', isSmall = false, isWide = false, about, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button
        kind={kind}
        isSmall={isSmall}
        aria-haspopup="dialog"
        aria-describedby={about}
        onClick={() => setOpen(true)}
      >
        {name}
      </Button>
      <Dialog title={name} isOpen={isOpen} onClose={close} isWide={isWide}>
        {isOpen && children(close)}
      </Dialog>
    </>
  );
}
