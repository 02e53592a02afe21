import type { Step } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { FieldList } from '../ui/field-list';
import { Select } from '../ui/select';
import { TextField } from '../ui/text-field';
import styles from './fields.module.css';

interface Props {
  id: string;
  value: Step[];
  onChange: (value: Step[]) => void;
  error: string | undefined;
}

const MOST = 20;

type Kind = keyof Step;
const KINDS: readonly Kind[] = ['open', 'fill', 'click', 'expect'];
const kindOf = (step: Step): Kind => KINDS.find((kind) => step[kind] !== undefined) ?? 'open';
const NEW: Record<Kind, Step> = {
  open: { open: { url: '' } },
  fill: { fill: { label: '', text: '' } },
  click: { click: { role: 'button', name: '' } },
  expect: { expect: { text: '' } },
};

/** Steps before the first page, such as signing in. */
export function StepsField({ id, value, onChange, error }: Props) {
  const { t } = useLingui();
  return (
    <FieldList
      id={id}
      label={t`Steps before the first page`}
      lead={t`Use steps to sign in. They run again when a page redirects to the sign-in form. All members with access to the monitor can read the text, so use a test account.`}
      error={error}
      value={value}
      onChange={onChange}
      empty={NEW.open}
      most={MOST}
      names={{
        add: t`Add step`,
        one: (number) => t`Step ${number}`,
        remove: (number) => t`Remove step ${number}`,
        moveUp: (number) => t`Move step ${number} up`,
      }}
    >
      {(step, put, number) => (
        <>
          <Select
            label={t`Step ${number}`}
            value={kindOf(step)}
            onChange={(kind) => put(NEW[kind as Kind])}
            options={[
              { value: 'open', label: t`Open a URL` },
              { value: 'fill', label: t`Fill in a field` },
              { value: 'click', label: t`Click an element` },
              { value: 'expect', label: t`Wait for an element` },
            ]}
          />
          <StepFields step={step} put={put} />
        </>
      )}
    </FieldList>
  );
}

function StepFields({ step, put }: { step: Step; put: (step: Step) => void }) {
  const { t } = useLingui();
  const text = (label: string, value: string | undefined, set: (text: string) => Step, hint?: string) => (
    <TextField
      label={label}
      {...(hint !== undefined && { hint })}
      autoComplete="off"
      maxLength={1000}
      value={value ?? ''}
      onChange={(typed) => put(set(typed))}
    />
  );
  const { open, fill, click, expect } = step;
  // What is not said is absent: the service takes no empty words.
  const said = <K extends string>(name: K, typed: string) => ({ [name]: typed === '' ? undefined : typed });
  if (fill) {
    const isByRole = fill.role !== undefined;
    return (
      <div className={styles.pairs}>
        {isByRole && text(t`Role`, fill.role, (typed) => ({ fill: { ...fill, ...said('role', typed) } }))}
        {isByRole
          ? text(t`Name`, fill.name, (typed) => ({ fill: { ...fill, ...said('name', typed) } }))
          : text(t`Label of the field`, fill.label, (typed) => ({ fill: { ...fill, label: typed } }))}
        {text(t`Text`, fill.text, (typed) => ({ fill: { ...fill, text: typed, secret: undefined } }))}
        {text(
          t`Or a secret`,
          fill.secret,
          (typed) => ({
            fill: typed === '' ? { ...fill, secret: undefined, text: '' } : { ...fill, secret: typed, text: undefined },
          }),
          t`The name of a secret of the product.`,
        )}
      </div>
    );
  }
  if (click)
    return (
      <div className={styles.pairs}>
        {text(
          t`Role`,
          click.role,
          (typed) => ({ click: { ...click, ...said('role', typed) } }),
          t`Example: button, link or tab.`,
        )}
        {text(t`Name`, click.name, (typed) => ({ click: { ...click, ...said('name', typed) } }))}
      </div>
    );
  if (expect)
    return (
      <div className={styles.pairs}>
        {text(t`Text`, expect.text, (typed) => ({ expect: { ...expect, ...said('text', typed) } }))}
        {text(t`Address`, expect.url, (typed) => ({ expect: { ...expect, ...said('url', typed) } }))}
        {text(
          t`Role`,
          expect.role,
          (typed) => ({ expect: { ...expect, ...said('role', typed) } }),
          t`Example: heading or button.`,
        )}
        {text(t`Name`, expect.name, (typed) => ({ expect: { ...expect, ...said('name', typed) } }))}
      </div>
    );
  return text(t`Address`, open?.url, (typed) => ({ open: { url: typed } }));
}
