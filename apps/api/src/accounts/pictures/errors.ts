import { BadRequest } from '#libs/errors';

/** The file begins like a picture, and none can be made of it: it is cut off, broken, or has too many pixels. */
export class PictureUndecodable extends BadRequest {
  readonly code = 'picture_undecodable';
  constructor() {
    const message = 'The picture cannot be read. It is damaged, or has more than 25 million pixels.';
    super(message, [{ path: '/file', code: 'picture_undecodable', message }]);
  }
}
