import type { Standard } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import type { FormState } from '../ui/form';
import { Select } from '../ui/select';

/** A standard and a level of it, as a form has them; '': none. */
export interface StandardValues extends Record<string, unknown> {
  standardId: string;
  conformanceLevel: string;
}

/** Chooses a standard, and a level where it has any. */
export function StandardFields<T extends StandardValues>({
  standards,
  none,
  form,
}: {
  standards: readonly Standard[];
  /** What holds where none is chosen. */
  none: string;
  form: FormState<T>;
}) {
  const { t } = useLingui();
  const { standardId } = form.values;
  const levels = standards.find(({ id }) => id === standardId)?.levels ?? [];
  return (
    <>
      <Select
        label={t`Standard`}
        {...form.field('standardId')}
        onChange={(chosen) => form.set({ standardId: chosen, conformanceLevel: '' } as Partial<T>)}
        options={[{ value: '', label: none }, ...standards.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      {levels.length > 0 && (
        <Select
          label={t`Level`}
          {...form.field('conformanceLevel')}
          onChange={(chosen) => form.set({ conformanceLevel: chosen } as Partial<T>)}
          options={[{ value: '', label: t`All levels` }, ...levels.map(({ id, name }) => ({ value: id, label: name }))]}
        />
      )}
    </>
  );
}
