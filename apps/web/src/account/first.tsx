import { Navigate } from '@tanstack/react-router';

/** The account begins with its profile. */
export const Page = () => <Navigate to="/account/profile" replace />;
