import { CurbcutError } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';
import { useId, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { forgetDraft, keepDraft, readDraft } from '../app/drafts';
import { faultText, problemText } from '../words/problems';
import { Button } from './button';
import { changedOf } from './conflicts';
import { ErrorSummary, type FormFault } from './error-summary';
import styles from './form.module.css';

type Values = Record<string, unknown>;

interface Options<T extends Values> {
  /** Names its draft; absent: what is typed is not kept. */
  draft?: string;
  initial: T;
  /** Fields that are kept nowhere: passwords and codes. */
  secrets?: readonly (keyof T)[];
  /** What is wrong before it is sent, by field. */
  check?: (values: T) => Partial<Record<keyof T, string>>;
  /** Sends it; what it throws is shown. False: something else is asked first. */
  send: (values: T) => Promise<unknown>;
  /** Where a refusal has words of its own, or belongs to a field. */
  explain?: (error: CurbcutError) => { field?: keyof T; text: string } | undefined;
  /** The same for what no answer of the service is. */
  wordOther?: (error: unknown) => { field?: keyof T; text: string } | undefined;
}

/** A form: its values, what is wrong with them, and how it is sent. */
export interface FormState<T extends Values> {
  values: T;
  set: (changed: Partial<T>) => void;
  /** What a field of it takes. */
  field: <K extends keyof T & string>(
    name: K,
  ) => { id: string; name: K; value: T[K]; onChange: (value: T[K]) => void; error: string | undefined };
  faults: readonly FormFault[];
  attempt: number;
  isBusy: boolean;
  isChanged: boolean;
  submit: (event?: SubmitEvent) => void;
  /** Begins anew with these values, and forgets the draft. */
  reset: (values?: T) => void;
}

/**
 * Keeps what is typed in the tab until it is sent; names all faults at once, at their fields and together; moves to
 * them. Where the browser keeps nothing, leaving asks first.
 */
export function useForm<T extends Values>({
  draft,
  initial,
  secrets = [],
  check,
  send,
  explain,
  wordOther,
}: Options<T>): FormState<T> {
  const { t } = useLingui();
  const form = useId();
  const [values, setValues] = useState<T>(() => ({ ...initial, ...(draft && readDraft<T>(draft)) }));
  const [errors, setErrors] = useState<Partial<Record<keyof T | '', string>>>({});
  const [attempt, setAttempt] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const isKept = useRef(true);
  // Whatever is being sent is not lost by going on where the answer leads.
  const isSending = useRef(false);
  useBlocker({
    shouldBlockFn: () =>
      isChanged && !isKept.current && !isSending.current && !confirm(t`Your input is not saved. Leave anyway?`),
    enableBeforeUnload: () => isChanged && !isKept.current,
    disabled: !draft,
  });

  const set = (changed: Partial<T>): void => {
    const next = { ...values, ...changed };
    setValues(next);
    setChanged(true);
    if (draft) {
      // Only what differs: the rest may be another's by the time that it is sent.
      const open = Object.entries(changedOf(initial, next)).filter(([name]) => !secrets.includes(name));
      if (open.length > 0) isKept.current = keepDraft(draft, Object.fromEntries(open));
      else forgetDraft(draft);
    }
  };
  const idOf = (name: PropertyKey): string => `${form}${String(name)}`;
  const refuse = (found: Partial<Record<keyof T | '', string>>): void => {
    setErrors(found);
    setAttempt((count) => count + 1);
  };
  const run = async (): Promise<void> => {
    const found = Object.fromEntries(Object.entries(check?.(values) ?? {}).filter(([, text]) => text));
    if (Object.keys(found).length > 0) return refuse(found as never);
    setBusy(true);
    isSending.current = true;
    setErrors({});
    try {
      if ((await send(values)) === false) return;
      if (draft) forgetDraft(draft);
      setChanged(false);
    } catch (error) {
      const worded = wordOther?.(error);
      refuse(
        worded ? ({ [worded.field ?? '']: worded.text } as never) : errorsOf(error, Object.keys(initial), explain),
      );
    } finally {
      setBusy(false);
      isSending.current = false;
    }
  };
  return {
    values,
    set,
    field: (name) => ({
      id: idOf(name),
      name,
      value: values[name],
      onChange: (value) => set({ [name]: value } as unknown as Partial<T>),
      error: errors[name],
    }),
    faults: Object.entries(errors).map(([name, text]) => ({
      ...(name && { field: idOf(name) }),
      text: text as string,
    })),
    attempt,
    isBusy,
    isChanged,
    submit: (event) => {
      event?.preventDefault();
      // React tells of it to the form around a dialog too, where the dialog's button stands in one.
      event?.stopPropagation();
      if (!isBusy) void run();
    },
    reset: (next = initial) => {
      if (draft) forgetDraft(draft);
      setValues(next);
      setErrors({});
      setChanged(false);
    },
  };
}

/** What a refusal says, by field; '' is the whole form. */
function errorsOf<T extends Values>(
  error: unknown,
  names: readonly string[],
  explain: Options<T>['explain'],
): Partial<Record<keyof T | '', string>> {
  if (!(error instanceof CurbcutError)) return { '': problemText(error) } as never;
  const explained = explain?.(error);
  if (explained) return { [explained.field ?? '']: explained.text } as never;
  if (error.errors.length === 0) return { '': problemText(error) } as never;
  const found: Record<string, string> = {};
  for (const fault of error.errors) {
    const [name = ''] = fault.path.replace(/^\//, '').split('/');
    const field = names.includes(name) ? name : '';
    found[field] = found[field] === undefined ? faultText(fault) : `${found[field]} ${faultText(fault)}`;
  }
  return found as never;
}

interface Props<T extends Values> {
  form: FormState<T>;
  /** The name of its button. */
  submit: string;
  /** Beside it. */
  actions?: ReactNode;
  children?: ReactNode;
  label?: string;
}

/** The form itself: what is wrong, its fields, its button. */
export function Form<T extends Values>({ form, submit, actions, children, label }: Props<T>) {
  return (
    <form noValidate onSubmit={form.submit} className={styles.form} aria-label={label}>
      <ErrorSummary faults={form.faults} attempt={form.attempt} />
      {children}
      <div className={styles.actions}>
        <Button type="submit" isBusy={form.isBusy}>
          {submit}
        </Button>
        {actions}
      </div>
    </form>
  );
}
