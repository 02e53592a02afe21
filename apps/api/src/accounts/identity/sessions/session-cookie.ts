/** Names of the session cookie, the one for https first; the official client of this wire format expects them. */
export const SESSION_COOKIES = ['__Secure-better-auth.session_token', 'better-auth.session_token'] as const;
