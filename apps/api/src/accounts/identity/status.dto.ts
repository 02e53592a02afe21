import { Flag, Text } from '#libs/fields';

/** The request succeeded. */
export class StatusDto {
  @Flag({ description: 'Always true: what fails is a refusal.' })
  status: boolean;
  @Text({ optional: true, description: 'For people; may change.' })
  message?: string;
}

/** The request succeeded. */
export class SuccessDto {
  @Flag({ description: 'Always true: what fails is a refusal.' })
  success: boolean;
}

/** The identity endpoints answer. */
export class OkDto {
  @Flag({ description: 'Always true.' })
  ok: boolean;
}
