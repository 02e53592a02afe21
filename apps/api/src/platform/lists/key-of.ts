/** What identifies a row of an organization's data. */
export interface RowKey {
  organizationId: string;
  id: string;
}

/** The key of a row, without its other values: the condition of a statement about this row alone. */
export const keyOf = ({ organizationId, id }: RowKey): RowKey => ({ organizationId, id });
