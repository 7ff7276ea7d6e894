/**
 * Opens pages as a guest with a browser does: with the cookies of the session that the first page opened. A page whose
 * connection broke off has the status 0.
 */
export function guest(url: string) {
  const cookies = new Map<string, string>();

  return async (path: string): Promise<{ status: number; bytes: number; ms: number }> => {
    const start = performance.now();
    return opened(path, start).catch(() => ({ status: 0, bytes: 0, ms: performance.now() - start }));
  };

  async function opened(path: string, start: number) {
    for (let at = path; ; ) {
      const answer = await fetch(`${url}${at}`, {
        redirect: 'manual',
        headers: { accept: 'text/html', cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      });
      for (const cookie of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
        cookies.set(name, value);
      }
      const { byteLength: bytes } = await answer.arrayBuffer();
      const next = answer.headers.get('location');
      if (next === null) return { status: answer.status, bytes, ms: performance.now() - start };
      at = new URL(next, url).href.slice(url.length);
    }
  }
}
