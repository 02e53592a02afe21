import { HttpUrl } from '#libs/fields';

/** The picture a person now has. */
export class ProfilePictureDto {
  @HttpUrl({ description: 'The address of a picture; null: none.' })
  image: string;
}

/** The logo an organization now has. */
export class LogoDto {
  @HttpUrl({ description: 'The address of a picture; null: none.' })
  logo: string;
}
