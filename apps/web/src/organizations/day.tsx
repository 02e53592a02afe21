import { useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { TextField } from '../ui/text-field';
import { Time } from '../ui/time';
import { useOrganization } from './organization';

/** A day where the organization is, whatever the clock of the browser shows. */
export function Day({ at }: { at: string }) {
  const { timeZone } = useOrganization();
  return <Time at={at} isDate timeZone={timeZone} />;
}

/** Chooses a day that something lasts until; it says where that day ends. */
export function LastDayField({ hint, ...field }: Omit<ComponentProps<typeof TextField>, 'type'>) {
  const { t } = useLingui();
  const { timeZone } = useOrganization();
  const end = t`The day ends at midnight in the time zone ${timeZone}.`;
  return (
    <TextField
      {...field}
      type="date"
      hint={
        <>
          {hint} {end}
        </>
      }
    />
  );
}
