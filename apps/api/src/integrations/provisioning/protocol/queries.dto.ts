import { TextParameter } from '#libs/fields';

/** What of a resource is answered. */
export class ScimQuery {
  @TextParameter({ max: 2_000, description: 'The attributes to answer, with commas: `userName,emails.value`.' })
  attributes?: string;
  @TextParameter({ max: 2_000, description: 'Those to leave out; ignored beside `attributes`.' })
  excludedAttributes?: string;
}

/** Which resources of a list are answered. */
export class ScimListQuery extends ScimQuery {
  @TextParameter({
    max: 2_000,
    description: '`attribute eq "value"`, several joined by `and`.',
  })
  filter?: string;
  @TextParameter({ max: 30, description: 'From 1.' })
  startIndex?: string;
  @TextParameter({ max: 30, description: 'How many at most: 100 where it is absent, and never more than 200.' })
  count?: string;
}
