import { HttpUrl } from '#libs/fields';

/** The picture a person now has. */
export class ProfilePictureDto {
  @HttpUrl({ description: 'The URL of a picture; null if none.' })
  image: string;
}

/** The logo an organization now has. */
export class LogoDto {
  @HttpUrl({ description: 'The URL of a picture; null if none.' })
  logo: string;
}
