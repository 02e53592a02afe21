import { TextParameter } from '#libs/fields';

/** What of a resource is answered. */
export class ScimQuery {
  @TextParameter({ max: 2_000, description: 'The attributes to return, comma-separated: `userName,emails.value`.' })
  attributes?: string;
  @TextParameter({ max: 2_000, description: 'The attributes to omit; ignored if `attributes` is set.' })
  excludedAttributes?: string;
}

/** Which resources of a list are answered. */
export class ScimListQuery extends ScimQuery {
  @TextParameter({
    max: 2_000,
    description: '`attribute eq "value"`, joined by `and`.',
  })
  filter?: string;
  @TextParameter({ max: 30, description: 'Starting at 1.' })
  startIndex?: string;
  @TextParameter({ max: 30, description: 'The maximum number; 100 if absent, at most 200.' })
  count?: string;
}
