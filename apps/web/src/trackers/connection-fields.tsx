import type { Priority, Rating, TrackerFollowed, TrackerKind, TrackerPushedBy, WhenClosedThere } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, FieldGroup, RadioGroup } from '../ui/checkbox';
import type { FormState } from '../ui/form';
import { TextArea, TextField } from '../ui/text-field';
import { PRIORITIES, RATINGS } from '../words/terms';
import { RatingField } from '../issues/fields';
import { PeopleField } from './people-field';
import styles from './trackers.module.css';
import type { ConnectionValues } from './values';
import { FOLLOWED, KINDS } from './words';

interface Props {
  form: FormState<ConnectionValues>;
  kind: TrackerKind;
  /** A token is set already. */
  isSet: boolean;
}

/** With which account we work there, and how deliveries prove themselves. */
export function SecretFields({ form, kind, isSet }: Props) {
  const { t, i18n } = useLingui();
  return (
    <>
      <TextField
        label={t`Token`}
        hint={`${i18n._(KINDS[kind].token)} ${
          isSet ? t`Leave it empty to keep the current one.` : t`Stored encrypted. It is never shown again.`
        }`}
        type="password"
        autoComplete="off"
        maxLength={1000}
        {...form.field('token')}
      />
      {KINDS[kind].hasEmail && (
        <TextField
          label={t`E-mail address of the token’s account`}
          hint={t`Jira Cloud only: the e-mail address of the token’s account. Leave it empty for Jira Data Center.`}
          type="email"
          autoComplete="off"
          maxLength={254}
          {...form.field('email')}
        />
      )}
      <TextField
        label={t`Webhook secret`}
        hint={
          isSet
            ? t`The secret of the tracker’s webhook, at least sixteen characters. Leave it empty to keep the current one.`
            : t`The secret of the tracker’s webhook, at least sixteen characters. You can set it later.`
        }
        type="password"
        autoComplete="off"
        maxLength={200}
        {...form.field('webhookSecret')}
      />
    </>
  );
}

/** Of which type new issues are, and what the states of their workflow stand for. */
export function TypeFields({ form }: Pick<Props, 'form'>) {
  const { t } = useLingui();
  const { id, value, onChange, error } = form.field('states');
  const line = (name: keyof typeof value, label: string) => (
    <TextField
      label={label}
      {...(name === 'open' && { id })}
      autoComplete="off"
      value={value[name]}
      onChange={(text) => onChange({ ...value, [name]: text })}
    />
  );
  return (
    <>
      <TextField
        label={t`Type of new issues`}
        hint={t`Use the name from the tracker, for example Bug. If empty: Task.`}
        autoComplete="off"
        maxLength={100}
        {...form.field('issueType')}
      />
      <FieldGroup label={t`States`}>
        <p className={styles.quiet}>
          <Trans>
            Use the names from the tracker. Separate several with commas. If empty, the tracker’s own “done” category is
            used.
          </Trans>
        </p>
        {error && <p className={styles.error}>{error}</p>}
        <div className={styles.pairs}>
          {line('open', t`Tracker state of open issues`)}
          {line('closed', t`Tracker state of closed issues`)}
          {line('meansOpen', t`Tracker states for open`)}
          {line('meansClosed', t`Tracker states for closed`)}
        </div>
      </FieldGroup>
    </>
  );
}

/** What goes there, and what is taken from there. */
export function SyncFields({ form, kind }: Omit<Props, 'isSet'>) {
  const { t, i18n } = useLingui();
  const { push, follow, whenClosedThere } = form.values;
  const pushField = form.field('push');
  return (
    <>
      <RadioGroup
        label={t`Issues to send`}
        name="push"
        value={push.by}
        onChange={(by) => pushField.onChange({ ...push, by: by as TrackerPushedBy })}
        options={[
          { value: 'hand', label: t`Only issues sent manually` },
          { value: 'rule', label: t`Also new issues at or above a severity` },
        ]}
      />
      {push.by === 'rule' && (
        <RatingField
          {...pushField}
          name="severity"
          none={t`Any, including issues without one`}
          value={push.minSeverity}
          onChange={(minSeverity) => pushField.onChange({ ...push, minSeverity })}
        />
      )}
      <FieldGroup label={t`Effect of changes in the tracker`}>
        {(Object.keys(FOLLOWED) as TrackerFollowed[])
          .filter((field) => field !== 'dueAt' || KINDS[kind].hasDates)
          .map((field) => (
            <Checkbox
              key={field}
              label={i18n._(FOLLOWED[field])}
              isChecked={follow.includes(field)}
              onChange={(isOn) =>
                form.field('follow').onChange(isOn ? [...follow, field] : follow.filter((other) => other !== field))
              }
            />
          ))}
      </FieldGroup>
      <RadioGroup
        label={t`When an issue is closed in the tracker`}
        name="whenClosedThere"
        value={whenClosedThere}
        onChange={(when) => form.field('whenClosedThere').onChange(when as WhenClosedThere)}
        options={[
          { value: 'close', label: t`Close the issue here too` },
          { value: 'retest', label: t`Keep the issue open and mark it for retest` },
        ]}
      />
      <Checkbox
        label={t`Reopen tracker issues when a scan finds the problem again`}
        hint={t`In both cases, a comment is added in the tracker.`}
        isChecked={form.values.reopenThere}
        onChange={(isOn) => form.field('reopenThere').onChange(isOn)}
      />
    </>
  );
}

/** How it reads there: labels, and who is who. */
export function WordsFields({ form, connectionId }: Pick<Props, 'form'> & { connectionId: string }) {
  const { t, i18n } = useLingui();
  const severities = form.field('severities');
  const priorities = form.field('priorities');
  const template = form.field('template');
  return (
    <>
      <TextField
        label={t`Labels`}
        hint={t`Added to every tracker issue. Separate several with commas.`}
        autoComplete="off"
        {...form.field('labels')}
      />
      <FieldGroup label={t`Labels for severities`}>
        <p className={styles.quiet}>
          <Trans>If empty: none.</Trans>
        </p>
        {severities.error && <p className={styles.error}>{severities.error}</p>}
        <div className={styles.pairs}>
          {(['high', 'medium', 'low'] as const satisfies Rating[]).map((rating, place) => (
            <TextField
              key={rating}
              {...(place === 0 && { id: severities.id })}
              label={t`Severity: ${i18n._(RATINGS[rating])}`}
              autoComplete="off"
              maxLength={100}
              value={severities.value[rating]}
              onChange={(label) => severities.onChange({ ...severities.value, [rating]: label })}
            />
          ))}
        </div>
      </FieldGroup>
      <FieldGroup label={t`Labels for priorities`}>
        {priorities.error && <p className={styles.error}>{priorities.error}</p>}
        <div className={styles.pairs}>
          {(['critical', 'high', 'medium', 'low'] as const satisfies Priority[]).map((priority, place) => (
            <TextField
              key={priority}
              {...(place === 0 && { id: priorities.id })}
              label={t`Priority: ${i18n._(PRIORITIES[priority])}`}
              autoComplete="off"
              maxLength={100}
              value={priorities.value[priority]}
              onChange={(label) => priorities.onChange({ ...priorities.value, [priority]: label })}
            />
          ))}
        </div>
      </FieldGroup>
      <FieldGroup label={t`Format in the tracker`}>
        <p className={styles.quiet}>
          <Trans>
            Placeholders in braces are filled in. Use each one at most once. GitHub and GitLab Markdown is allowed.
            Links, HTML and account names are not.
          </Trans>
        </p>
        {template.error && <p className={styles.error}>{template.error}</p>}
        <TextField
          label={t`Titles in the tracker`}
          hint={t`Example: ${'[A11y] {title}'}. You can also use ${'{number}'}. If empty, the title is unchanged.`}
          id={template.id}
          autoComplete="off"
          maxLength={60}
          value={template.value.title}
          onChange={(title) => template.onChange({ ...template.value, title })}
        />
        <TextArea
          label={t`Text of new tracker issues`}
          hint={t`You can use ${'{title}, {number}, {product}, {description}, {severity}, {priority}, {impact}, {wcag}'}. A link to the issue is added. If empty: description, severity, priority and criteria.`}
          rows={6}
          maxLength={5000}
          value={template.value.text}
          onChange={(text) => template.onChange({ ...template.value, text })}
        />
      </FieldGroup>
      <PeopleField {...form.field('people')} connectionId={connectionId} />
    </>
  );
}
