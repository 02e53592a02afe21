import { FlagParameter, TextListParameter } from '#libs/fields';

/** Which products to list. */
export class ListProductsQuery {
  @FlagParameter({ default: false, description: 'The archived products instead of the active ones.' })
  archived: boolean = false;

  @TextListParameter({
    description: 'User ids of responsible persons, comma-separated; `unassigned` for products without one.',
  })
  owner?: string[];
}
