import {
  CheckTogether,
  Described,
  fieldsOf,
  Flag,
  Documented,
  Nested,
  NestedList,
  Text,
  TextList,
  Timestamp,
} from '#libs/fields';
import type { KnownSecret } from '../secrets.sql.js';

/** How secrets are named. */
export const SECRET_NAME = /^[A-Z][A-Z0-9_]{0,49}$/;

const ORIGINS = 'The origins where it may be entered, such as `https://id.example`.';
const OPERATOR_AGENTS = 'Whether agents of the operator can use it if the organization has no agent of its own.';

@Described('A secret for the steps of monitors; its value is never shown.')
export class SecretDto {
  @Text({ example: 'SHOP_PASSWORD' })
  name: string;
  @TextList({ description: ORIGINS })
  origins: string[];
  @Flag({ description: OPERATOR_AGENTS })
  operatorAgents: boolean;
  @Documented({
    type: 'array',
    items: { type: 'integer' },
    description: 'Numbers of the monitors that use it.',
  })
  monitors: number[];
  @Timestamp()
  createdAt: Date;
  @Timestamp({ description: 'The time of the last change.' })
  updatedAt: Date;

  static from(secret: KnownSecret): SecretDto {
    return fieldsOf(SecretDto, secret);
  }
}

/** One secret. */
export class SecretEnvelope {
  @Nested(() => SecretDto)
  secret: SecretDto;
}

/** The secrets of a product, by name. */
export class SecretList {
  @NestedList(() => SecretDto)
  secrets: SecretDto[];
}

const isOrigin = (text: unknown): boolean => {
  if (typeof text !== 'string' || !URL.canParse(text)) return false;
  const { origin, protocol } = new URL(text);
  return origin === text && (protocol === 'https:' || protocol === 'http:');
};

/** The value of a secret, with where it may go: both are said together, so that nobody sends a value on that they do not know. */
@CheckTogether<SetSecret>(({ origins }) =>
  (Array.isArray(origins) ? origins : []).flatMap((origin, index) =>
    isOrigin(origin)
      ? []
      : [
          {
            path: `/origins/${index}`,
            code: 'malformed',
            message: 'each of origins must be one such as https://id.example',
          },
        ],
  ),
)
export class SetSecret {
  @Text({ min: 4, max: 4000, description: 'At least four characters, because it is masked in all results.' })
  value: string;
  @TextList({ minItems: 1, maxItems: 20, max: 300, description: ORIGINS })
  origins: string[];
  @Flag({ optional: true, description: `${OPERATOR_AGENTS} If absent, no.` })
  operatorAgents?: boolean;
}
