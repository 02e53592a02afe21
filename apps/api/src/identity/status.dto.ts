import { Flag, Text } from '#libs/fields';

/** The request succeeded. */
export class StatusDto {
  @Flag()
  status: boolean;
  @Text({ optional: true })
  message?: string;
}

/** The request succeeded. */
export class SuccessDto {
  @Flag()
  success: boolean;
}

/** The identity endpoints answer. */
export class OkDto {
  @Flag()
  ok: boolean;
}
