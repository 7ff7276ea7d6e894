import type { PageRequest } from '../../platform/http/pages/page-route.ts';
import { parseSessionCookie } from '../../platform/http/pages/session-cookie.ts';

/** Ends the session of the browser, in the service; its cookie stays. */
export async function endSession({ headers, url, ask }: PageRequest): Promise<void> {
  const tokens = parseSessionCookie(headers, url)?.tokens;
  if (!tokens) return;
  const { accessToken, refreshToken } = tokens;
  const shown = { 'access-token': accessToken, ...(refreshToken !== null && { 'refresh-token': refreshToken }) };
  await ask('POST', '/api/login/logout', { body: {}, headers: shown });
}
