import { Flag, Text } from '#libs/fields';

/** The request succeeded. */
export class StatusDto {
  @Flag({ description: 'Always true; failures are answered with an error.' })
  status: boolean;
  @Text({ optional: true, description: 'Human-readable; may change.' })
  message?: string;
}

/** The request succeeded. */
export class SuccessDto {
  @Flag({ description: 'Always true; failures are answered with an error.' })
  success: boolean;
}

/** The identity endpoints answer. */
export class OkDto {
  @Flag({ description: 'Always true.' })
  ok: boolean;
}
