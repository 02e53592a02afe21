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
      <FieldGroup label={t`Browser of the monitor`}>
        <div className={styles.group}>
          <div className={styles.pairs}>
            <TextArea
              label={t`Viewport sizes`}
              hint={t`Width x height, one size per line, at most four. If empty: 1280 x 1024.`}
              rows={2}
              {...field('viewports')}
            />
            <Select
              label={t`Colours`}
              {...colours}
              onChange={(scheme) => colours.onChange(scheme as MonitorValues['colourScheme'])}
              options={[
                { value: '', label: t`Colours of the page` },
                { value: 'light', label: t`Light` },
                { value: 'dark', label: t`Dark` },
              ]}
            />
          </div>
          <TextField
            label={t`Wait for`}
            hint={t`CSS selector of an element. The scan waits until the element appears.`}
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
        hint={t`Only agents with all these labels take the run. Separate several with commas. If empty: any agent.`}
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
    <FieldGroup label={t`Scan tools`}>
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
              label={t`Rule tags`}
              hint={t`Example: wcag2aa. Separate several with commas. If empty: all rules.`}
              autoComplete="off"
              spellCheck={false}
              value={value.tags}
              onChange={(tags) => set({ tags })}
            />
            <TextField
              label={t`Skipped rules`}
              hint={t`Example: color-contrast. Separate several with commas.`}
              autoComplete="off"
              spellCheck={false}
              value={value.rulesOff}
              onChange={(rulesOff) => set({ rulesOff })}
            />
          </div>
        )}
        <Checkbox
          label={t`Checks of Curbcut`}
          hint={t`Tests narrow windows, text spacing, forced colours and keyboard access. Scans take about twice as long.`}
          isChecked={value.isChecks}
          onChange={(isChecks) => set({ isChecks })}
        />
        <Checkbox
          label={t`Take screenshots of findings`}
          hint={t`Findings include screenshots. Scans take about a third longer.`}
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
    <FieldGroup label={t`Limits and speed`}>
      <div className={styles.group}>
        <div className={styles.pairs}>
          <TextField
            label={t`Maximum pages`}
            inputMode="numeric"
            autoComplete="off"
            id={budget.id}
            error={budget.error}
            value={budget.value.pages}
            onChange={(pages) => budget.onChange({ ...budget.value, pages })}
          />
          <TextField
            label={t`Maximum minutes`}
            inputMode="numeric"
            autoComplete="off"
            value={budget.value.minutes}
            onChange={(minutes) => budget.onChange({ ...budget.value, minutes })}
          />
        </div>
        <Checkbox
          label={t`We own this site`}
          hint={t`The monitor then ignores robots.txt and may scan faster.`}
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
              label={t`Pages per second`}
              inputMode="numeric"
              autoComplete="off"
              value={pace.value.perSecond}
              onChange={(perSecond) => pace.onChange({ ...pace.value, perSecond })}
            />
            <TextField
              label={t`Concurrent pages`}
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
