import { CurbcutError } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { announce } from '../app/announcements';
import { forgetDraft, keepDraft, readDraft } from '../app/drafts';
import { CancelButton, Dialog } from './dialog';
import { RadioGroup } from './checkbox';
import { changedOf, chosenValues, type Difference, differencesOf, type Side, type Values } from './conflicts';
import { Form, type FormState, useForm } from './form';

/** A record as it was read: the values of its form, and its `ETag`. */
export interface ReadRecord<T extends Values> {
  values: T;
  etag: string | undefined;
}

interface Options<T extends Values> {
  /** Names its draft: one of each record. */
  draft: string;
  read: ReadRecord<T>;
  /** Sends what was changed since it was `read` with this `ETag`; answers what is there then. */
  save: (changed: Partial<T>, etag: string | undefined, read: T) => Promise<ReadRecord<T>>;
  /** Reads the record anew, where somebody changed it meanwhile. */
  readAgain: () => Promise<ReadRecord<T>>;
  /** What is wrong before it is sent, by field. */
  check?: (values: T) => Partial<Record<keyof T, string>>;
  /** Fields that are kept nowhere: passwords and codes. */
  secrets?: readonly (keyof T)[];
  /** Where a refusal has words of its own, or belongs to a field. */
  explain?: (error: CurbcutError) => { field?: keyof T; text: string } | undefined;
  /** It is sent also where nothing was changed: saying it again counts. */
  isSentUnchanged?: boolean;
}

interface Conflict<T extends Values> {
  mine: T;
  theirs: ReadRecord<T>;
  differences: Difference[];
}

/**
 * A form of a record: as `useForm`, and where somebody saved another version meanwhile it shows both, field by field.
 */
export interface RecordFormState<T extends Values> {
  form: FormState<T>;
  conflict: Conflict<T> | undefined;
  /** Saves what was chosen. */
  settle: (sides: Readonly<Record<string, Side>>) => Promise<void>;
  giveUp: () => void;
}

/** @see RecordFormState */
export function useRecordForm<T extends Values>({
  draft,
  read,
  save,
  readAgain,
  check,
  secrets,
  explain,
  isSentUnchanged = false,
}: Options<T>): RecordFormState<T> {
  const { t } = useLingui();
  const begun = `${draft}:read`;
  // A draft belongs to the version from which it began.
  const [base, setBase] = useState<ReadRecord<T>>(() => {
    const kept = readDraft<ReadRecord<T>>(draft) && readDraft<ReadRecord<T>>(begun);
    return kept?.values ? { values: kept.values, etag: kept.etag } : read;
  });
  const [conflict, setConflict] = useState<Conflict<T>>();
  const form = useForm<T>({
    draft,
    initial: base.values,
    ...(check && { check }),
    ...(secrets && { secrets }),
    ...(explain && { explain }),
    send: async (values) => {
      try {
        return await store(values, base);
      } catch (error) {
        if (!(error instanceof CurbcutError) || error.status !== 412) throw error;
        const theirs = await readAgain();
        const differences = differencesOf(base.values, values, theirs.values);
        if (differences.length === 0) return adopt(theirs);
        setConflict({ mine: values, theirs, differences });
        return false;
      }
    },
  });
  const adopt = (now: ReadRecord<T>): void => {
    forgetDraft(begun);
    setBase(now);
    form.reset(now.values);
  };
  const store = async (values: T, from: ReadRecord<T>): Promise<void> => {
    const changed = changedOf(from.values, values);
    if (isSentUnchanged || Object.keys(changed).length > 0) adopt(await save(changed, from.etag, from.values));
    announce(t`Saved.`);
  };
  // What others saved is taken over as long as nothing is typed here.
  if (!form.isChanged && !form.isBusy && read.etag !== base.etag && !readDraft(draft)) {
    setBase(read);
    form.reset(read.values);
  }
  return {
    form: {
      ...form,
      set: (changed) => {
        keepDraft(begun, base);
        form.set(changed);
      },
      field: (name) => ({
        ...form.field(name),
        onChange: (value) => {
          keepDraft(begun, base);
          form.set({ [name]: value } as unknown as Partial<T>);
        },
      }),
    },
    conflict,
    settle: async (sides) => {
      if (!conflict) return;
      await store(chosenValues(conflict.mine, conflict.theirs.values, sides), conflict.theirs);
      setConflict(undefined);
    },
    giveUp: () => setConflict(undefined),
  };
}

/** What a field is called, and how a value of it reads. */
export type FieldWords<T extends Values> = Record<
  keyof T & string,
  { label: string; show: (value: never) => ReactNode }
>;

/** The form, and the choice between two versions where there are two. */
export function RecordForm<T extends Values>({
  record,
  submit,
  actions,
  words,
  children,
}: {
  record: RecordFormState<T>;
  submit: string;
  actions?: ReactNode;
  words: FieldWords<T>;
  children: ReactNode;
}) {
  const { t } = useLingui();
  return (
    <>
      <Form form={record.form} submit={submit} actions={actions}>
        {children}
      </Form>
      <Dialog
        title={t`Changed by another person`}
        isOpen={record.conflict !== undefined}
        onClose={record.giveUp}
        isWide
      >
        {record.conflict && <Choice record={record} conflict={record.conflict} words={words} />}
      </Dialog>
    </>
  );
}

function Choice<T extends Values>({
  record,
  conflict,
  words,
}: {
  record: RecordFormState<T>;
  conflict: Conflict<T>;
  words: FieldWords<T>;
}) {
  const { t } = useLingui();
  const form = useForm({
    initial: Object.fromEntries(conflict.differences.map(({ name, side }) => [name, side])),
    send: (sides) => record.settle(sides),
  });
  const show = (name: string, values: T): ReactNode => {
    const shown = words[name as keyof T & string].show(values[name] as never);
    return shown === '' || shown == null ? t`(empty)` : shown;
  };
  return (
    <>
      <p>{t`Another person saved changes since you opened this form. Choose a value for each field.`}</p>
      <Form form={form} submit={t`Save choice`} actions={<CancelButton onClick={record.giveUp} />}>
        {conflict.differences.map(({ name }) => (
          <RadioGroup
            key={name}
            label={words[name as keyof T & string].label}
            name={name}
            value={form.values[name]!}
            onChange={(side) => form.set({ [name]: side as Side })}
            options={[
              { value: 'yours', label: t`Your value`, hint: show(name, conflict.mine) },
              { value: 'theirs', label: t`Other person’s value`, hint: show(name, conflict.theirs.values) },
            ]}
          />
        ))}
      </Form>
    </>
  );
}
