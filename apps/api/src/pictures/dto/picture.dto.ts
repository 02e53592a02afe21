import { WebAddress } from '#libs/fields';

/** The picture a person now has. */
export class ProfilePictureDto {
  @WebAddress()
  image: string;
}

/** The logo an organization now has. */
export class LogoDto {
  @WebAddress()
  logo: string;
}
