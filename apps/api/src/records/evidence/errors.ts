import { BadRequest, Conflict, Forbidden } from '#libs/errors';

/** A picture that moves needs a way to stop it, which no record offers. */
export class PictureAnimated extends BadRequest {
  readonly code = 'picture_animated';
  constructor() {
    const message = 'The image is animated. Upload a still image or a video.';
    super(message, [{ path: '/file', code: 'not_allowed', message }]);
  }
}

/** What a completed audit rests on stays. */
export class EvidenceInUse extends Conflict {
  readonly code = 'evidence_in_use';
  constructor() {
    super('The evidence is attached to an outcome of a completed audit.');
  }
}

/** Others than who uploaded it need a higher role. */
export const notUploader = (message: string) => new Forbidden('role_too_low', message);
