import { HttpUrl } from '#libs/fields';

/** The picture a person now has. */
export class ProfilePictureDto {
  @HttpUrl()
  image: string;
}

/** The logo an organization now has. */
export class LogoDto {
  @HttpUrl()
  logo: string;
}
