/** Names of the session cookie, the one for https first: what the official client of the wire format expects. */
export const SESSION_COOKIES = ['__Secure-better-auth.session_token', 'better-auth.session_token'] as const;
