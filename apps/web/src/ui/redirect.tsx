import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { LED_ON } from '../app/arrival';

/** Leads on at once, in the place of the address that led here. */
export function Redirect({ to, search = {} }: { to: string; search?: Record<string, string | undefined> }) {
  const navigate = useNavigate();
  // While the next view is loaded this one is still drawn, with the address of the next.
  const [target] = useState({ to, search: search as never });
  useEffect(() => void navigate({ ...target, replace: true, state: LED_ON as never }), [navigate, target]);
  return null;
}
