import { useLingui } from '@lingui/react/macro';
import { Checkbox, FieldGroup } from '../ui/checkbox';
import type { FormState } from '../ui/form';
import { Select } from '../ui/select';
import { TextArea, TextField } from '../ui/text-field';
import type { MonitorValues } from './values';
import styles from './fields.module.css';

interface Props {
  form: Pick<FormState<MonitorValues>, 'field'>;
}

/** With what pages are looked at, how fast, and by whom. */
export function HowFields({ form: { field } }: Props) {
  const { t } = useLingui();
  const colours = field('colourScheme');
  return (
    <>
      <ToolFields form={{ field }} />
      <FieldGroup label={t`The browser`}>
        <div className={styles.group}>
          <div className={styles.pairs}>
            <TextArea
              label={t`Sizes of the window`}
              hint={t`Width and height, one size a line, at most four; empty: 1280 x 1024.`}
              rows={2}
              {...field('viewports')}
            />
            <Select
              label={t`Colours`}
              {...colours}
              onChange={(scheme) => colours.onChange(scheme as MonitorValues['colourScheme'])}
              options={[
                { value: '', label: t`As the page has them` },
                { value: 'light', label: t`Light` },
                { value: 'dark', label: t`Dark` },
              ]}
            />
          </div>
          <TextField
            label={t`Wait for`}
            hint={t`A CSS selector that has to be there before a page is looked at.`}
            autoComplete="off"
            spellCheck={false}
            maxLength={500}
            {...field('waitFor')}
          />
        </div>
      </FieldGroup>
      <PaceFields form={{ field }} />
      <TextField
        label={t`Labels of agents`}
        hint={t`Only agents that have all of them run it; with commas in between. Empty: any agent.`}
        autoComplete="off"
        {...field('labels')}
      />
    </>
  );
}

function ToolFields({ form: { field } }: Props) {
  const { t } = useLingui();
  const { id, value, onChange, error } = field('tools');
  const evidence = field('evidence');
  const set = (changed: Partial<MonitorValues['tools']>): void => onChange({ ...value, ...changed });
  return (
    <FieldGroup label={t`What looks at them`}>
      <div className={styles.group}>
        <Checkbox
          label={t`axe-core`}
          id={id}
          error={error}
          isChecked={value.isAxe}
          onChange={(isAxe) => set({ isAxe })}
        />
        {value.isAxe && (
          <div className={styles.pairs}>
            <TextField
              label={t`Tags of its rules`}
              hint={t`As wcag2aa, with commas in between; empty: all rules.`}
              autoComplete="off"
              spellCheck={false}
              value={value.tags}
              onChange={(tags) => set({ tags })}
            />
            <TextField
              label={t`Rules that are not run`}
              hint={t`As color-contrast, with commas in between.`}
              autoComplete="off"
              spellCheck={false}
              value={value.rulesOff}
              onChange={(rulesOff) => set({ rulesOff })}
            />
          </div>
        )}
        <Checkbox
          label={t`Checks of Curbcut`}
          hint={t`A narrow window, text spacing, forced colours and the keyboard; about half as fast.`}
          isChecked={value.isChecks}
          onChange={(isChecks) => set({ isChecks })}
        />
        <Checkbox
          label={t`Take pictures of what is found`}
          hint={t`Findings show them; about a third slower.`}
          id={evidence.id}
          error={evidence.error}
          isChecked={evidence.value}
          onChange={evidence.onChange}
        />
      </div>
    </FieldGroup>
  );
}

function PaceFields({ form: { field } }: Props) {
  const { t } = useLingui();
  const [budget, pace] = [field('budget'), field('pace')];
  return (
    <FieldGroup label={t`How much and how fast`}>
      <div className={styles.group}>
        <div className={styles.pairs}>
          <TextField
            label={t`The most pages`}
            inputMode="numeric"
            autoComplete="off"
            id={budget.id}
            error={budget.error}
            value={budget.value.pages}
            onChange={(pages) => budget.onChange({ ...budget.value, pages })}
          />
          <TextField
            label={t`The most minutes`}
            inputMode="numeric"
            autoComplete="off"
            value={budget.value.minutes}
            onChange={(minutes) => budget.onChange({ ...budget.value, minutes })}
          />
        </div>
        <Checkbox
          label={t`The site is ours`}
          hint={t`Then robots.txt is not asked, and it may be looked at faster.`}
          id={pace.id}
          error={pace.error}
          isChecked={pace.value.isOwn}
          onChange={(isOwn) =>
            pace.onChange(isOwn ? { ...pace.value, isOwn } : { perSecond: '1', together: '2', isOwn })
          }
        />
        {pace.value.isOwn && (
          <div className={styles.pairs}>
            <TextField
              label={t`Pages a second`}
              inputMode="numeric"
              autoComplete="off"
              value={pace.value.perSecond}
              onChange={(perSecond) => pace.onChange({ ...pace.value, perSecond })}
            />
            <TextField
              label={t`Pages at once`}
              inputMode="numeric"
              autoComplete="off"
              value={pace.value.together}
              onChange={(together) => pace.onChange({ ...pace.value, together })}
            />
          </div>
        )}
      </div>
    </FieldGroup>
  );
}
