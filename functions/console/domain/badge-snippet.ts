/** The line of a README that shows a badge and leads to the application. */
export function badgeSnippet(publicUrl: string, appId: string, token: string): string {
  const base = publicUrl.replace(/\/+$/, '');
  const app = encodeURIComponent(appId);
  return `[![replay](${base}/badge/${app}.svg?token=${token})](${base}/console/apps/${app})`;
}
