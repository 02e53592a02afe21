import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { Checkbox, FieldGroup } from '../ui/checkbox';
import { ComboBox } from '../ui/combo-box';
import { Select } from '../ui/select';
import { TextField } from '../ui/text-field';
import { dayNames, useScheduleText } from './schedule-words';
import { TIME_ZONES } from './today';
import { DAYS, type Frequency, scheduleOf, type ScheduleValue } from './values';
import styles from './fields.module.css';

interface Props {
  id: string;
  value: ScheduleValue;
  onChange: (value: ScheduleValue) => void;
  error: string | undefined;
}

const LAST_OF_ALL_MONTHS = 28;

/** When a monitor runs by itself, and that in words. */
export function ScheduleField({ id, value, onChange, error }: Props) {
  const { t } = useLingui();
  const textOf = useScheduleText();
  const { frequency } = value;
  const set = (changed: Partial<ScheduleValue>): void => onChange({ ...value, ...changed });
  return (
    <FieldGroup label={t`Schedule`}>
      <div className={styles.group}>
        <Select
          label={t`Frequency`}
          id={id}
          error={error}
          value={frequency}
          onChange={(chosen) => set({ frequency: chosen as Frequency })}
          options={[
            { value: '', label: t`Manually only` },
            { value: 'HOURLY', label: t`Every hour or every few hours` },
            { value: 'DAILY', label: t`Every day or every few days` },
            { value: 'WEEKLY', label: t`On days of the week` },
            { value: 'MONTHLY', label: t`On a day of the month` },
            { value: 'OTHER', label: t`By an RFC 5545 rule` },
          ]}
        />
        {frequency !== '' && (
          <>
            {frequency === 'OTHER' ? (
              <TextField
                label={t`Rule`}
                hint={t`Example: FREQ=DAILY;BYHOUR=3,15;BYMINUTE=0.`}
                autoComplete="off"
                spellCheck={false}
                maxLength={300}
                value={value.rrule}
                onChange={(rrule) => set({ rrule })}
              />
            ) : (
              <RuleFields value={value} set={set} />
            )}
            <div className={styles.pairs}>
              <ComboBox
                label={t`Time zone`}
                options={TIME_ZONES}
                value={value.timeZone}
                onChange={(timeZone) => set({ timeZone })}
              />
              <TextField label={t`From`} type="date" value={value.from} onChange={(from) => set({ from })} />
            </div>
          </>
        )}
        <p role="status" className={styles.words}>
          {textOf(scheduleOf(value))}
        </p>
      </div>
    </FieldGroup>
  );
}

function RuleFields({ value, set }: { value: ScheduleValue; set: (changed: Partial<ScheduleValue>) => void }) {
  const { t, i18n } = useLingui();
  const own = useId();
  const { frequency, days } = value;
  return (
    <>
      {frequency === 'WEEKLY' && (
        <FieldGroup label={t`Days`}>
          <div className={styles.days}>
            {dayNames(i18n.locale).map((name, place) => {
              const day = DAYS[place]!;
              return (
                <Checkbox
                  key={day}
                  id={`${own}-${day}`}
                  label={name}
                  isChecked={days.includes(day)}
                  onChange={(isChosen) =>
                    set({ days: isChosen ? [...days, day] : days.filter((other) => other !== day) })
                  }
                />
              );
            })}
          </div>
        </FieldGroup>
      )}
      <div className={styles.pairs}>
        <TextField
          label={t`Interval`}
          hint={t`1 = every time, 2 = every second time.`}
          inputMode="numeric"
          autoComplete="off"
          value={value.interval}
          onChange={(interval) => set({ interval })}
        />
        {frequency === 'MONTHLY' && (
          <Select
            label={t`Day`}
            value={value.monthDay}
            onChange={(monthDay) => set({ monthDay })}
            options={[
              ...Array.from({ length: LAST_OF_ALL_MONTHS }, (_, at) => ({
                value: String(at + 1),
                label: String(at + 1),
              })),
              { value: '-1', label: t`The last day` },
            ]}
          />
        )}
        <TextField
          label={t`Time`}
          {...(frequency === 'HOURLY' && { hint: t`Only the minute is used.` })}
          type="time"
          value={value.time}
          onChange={(time) => set({ time: time || '00:00' })}
        />
      </div>
    </>
  );
}
