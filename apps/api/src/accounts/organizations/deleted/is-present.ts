/** In SQL, of a row of `organizations` under this alias: whether it is not deleted. One that is can be brought back. */
export const isPresent = (organization: string): string => `${organization}.deleted_at IS NULL`;
