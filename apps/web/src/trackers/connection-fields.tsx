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
          isSet ? t`Empty: the one that is set stays.` : t`It is kept encrypted, and never shown again.`
        }`}
        type="password"
        autoComplete="off"
        maxLength={1000}
        {...form.field('token')}
      />
      {KINDS[kind].hasEmail && (
        <TextField
          label={t`E-mail of the token`}
          hint={t`At Jira Cloud: whose token it is. Empty: the token is one of Jira Data Center.`}
          type="email"
          autoComplete="off"
          maxLength={254}
          {...form.field('email')}
        />
      )}
      <TextField
        label={t`Secret for deliveries`}
        hint={
          isSet
            ? t`The same as in the webhook there, sixteen characters or more. Empty: the one that is set stays.`
            : t`The same as in the webhook there, sixteen characters or more. You can set it later.`
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
        hint={t`As the tracker names it: Bug. Empty: Task.`}
        autoComplete="off"
        maxLength={100}
        {...form.field('issueType')}
      />
      <FieldGroup label={t`States`}>
        <p className={styles.quiet}>
          <Trans>
            By their names there; empty: as the tracker says itself what is done. Several have commas in between.
          </Trans>
        </p>
        {error && <p className={styles.error}>{error}</p>}
        <div className={styles.pairs}>
          {line('open', t`What is open here is put to`)}
          {line('closed', t`What is closed here is put to`)}
          {line('meansOpen', t`These mean open`)}
          {line('meansClosed', t`These mean closed`)}
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
        label={t`Which issues are sent`}
        name="push"
        value={push.by}
        onChange={(by) => pushField.onChange({ ...push, by: by as TrackerPushedBy })}
        options={[
          { value: 'hand', label: t`Those that people send` },
          { value: 'rule', label: t`Also each new issue that is grave enough` },
        ]}
      />
      {push.by === 'rule' && (
        <RatingField
          {...pushField}
          name="severity"
          none={t`Any, and issues without one`}
          value={push.minSeverity}
          onChange={(minSeverity) => pushField.onChange({ ...push, minSeverity })}
        />
      )}
      <FieldGroup label={t`What changes here when it changes there`}>
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
        label={t`When an issue is closed there`}
        name="whenClosedThere"
        value={whenClosedThere}
        onChange={(when) => form.field('whenClosedThere').onChange(when as WhenClosedThere)}
        options={[
          { value: 'close', label: t`It is closed here too` },
          { value: 'retest', label: t`It stays open here, to be looked at again` },
        ]}
      />
      <Checkbox
        label={t`Reopen there what a scan finds again`}
        hint={t`A comment there tells of it in any case.`}
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
        hint={t`Of every issue there, with commas in between.`}
        autoComplete="off"
        {...form.field('labels')}
      />
      <FieldGroup label={t`Labels for severities`}>
        <p className={styles.quiet}>
          <Trans>Empty: none.</Trans>
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
      <FieldGroup label={t`How it reads there`}>
        <p className={styles.quiet}>
          <Trans>
            Names in braces are filled in, each once. Markdown of GitHub and GitLab may stand in the text, but no links,
            no HTML, and no names of accounts.
          </Trans>
        </p>
        {template.error && <p className={styles.error}>{template.error}</p>}
        <TextField
          label={t`Titles there`}
          hint={t`As ${'[A11y] {title}'}; ${'{number}'} may stand there too. Empty: as here.`}
          id={template.id}
          autoComplete="off"
          maxLength={60}
          value={template.value.title}
          onChange={(title) => template.onChange({ ...template.value, title })}
        />
        <TextArea
          label={t`Text of new issues there`}
          hint={t`With ${'{title}, {number}, {product}, {description}, {severity}, {priority}, {impact}, {wcag}'}. A link to the issue here follows it. Empty: description, severity, priority and criteria.`}
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
