import { BadRequest, Conflict, Forbidden } from '#libs/errors';

/** A picture that moves needs a way to stop it, which no record offers. */
export class PictureAnimated extends BadRequest {
  readonly code = 'picture_animated';
  constructor() {
    const message = 'The picture is animated; upload a still, or a video.';
    super(message, [{ path: '/file', code: 'not_allowed', message }]);
  }
}

/** What a completed audit rests on stays. */
export class EvidenceInUse extends Conflict {
  readonly code = 'evidence_in_use';
  constructor() {
    super('The evidence is at an outcome of a completed audit.');
  }
}

/** Others than who uploaded it need a higher role. */
export const notUploader = (message: string) => new Forbidden('role_too_low', message);
