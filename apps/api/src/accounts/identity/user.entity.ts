import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** The folder of people's pictures. */
export const AVATARS = 'avatars';

/** The picture of a person as they see it themselves. */
export const ownImage = ({ image, imageToFetch }: Pick<User, 'image' | 'imageToFetch'>): string | null =>
  imageToFetch ?? image;

/** A person who can sign in. */
@Entity('users')
export class User {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  /** Lower-cased; unique. */
  @Column('text')
  email: string;

  @Column('boolean')
  emailVerified: boolean;

  /** What others see: a picture that we store, or one of Gravatar. */
  @Column('text', { nullable: true })
  image: string | null;

  /** The address of a picture that is not fetched yet: what the person sees. */
  @Column('text', { nullable: true })
  imageToFetch: string | null;

  /** Whether a second factor is on. */
  @Column('boolean', { default: false })
  twoFactorEnabled: boolean;

  /** Since when whoever runs the service keeps them out. */
  @Column('timestamptz', { nullable: true })
  disabledAt: Date | null;

  /** The organization by whose provider the account was made; null: it is the person's own. */
  @Column('uuid', { nullable: true, default: null })
  managedBy: string | null;

  /** The organization whose provider has disabled it; null: whoever runs the service has, or nobody. */
  @Column('uuid', { nullable: true, default: null })
  disabledBy: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
