import type { PageRequest } from '../../platform/http/pages/page-route.ts';
import { parseSessionCookie } from '../../platform/http/pages/session-cookie.ts';

/** Ends the session of the browser, in the service; its cookie stays. */
export async function endSession(request: PageRequest): Promise<void> {
  const { headers, ask } = request;
  const tokens = parseSessionCookie(headers, request)?.tokens;
  if (!tokens) return;
  const { accessToken, refreshToken } = tokens;
  const shown = { 'access-token': accessToken, ...(refreshToken !== null && { 'refresh-token': refreshToken }) };
  await ask('POST', '/api/login/logout', { body: {}, headers: shown });
}
