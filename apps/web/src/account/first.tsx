import { Redirect } from '../ui/redirect';

/** The account begins with its profile. */
export const Page = () => <Redirect to="/account/profile" />;
