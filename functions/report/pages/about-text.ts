/** A duration in ms, as exactly as a prediction can say it. */
export function aboutText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 2) return 'about a second';
  if (seconds < 60) return `about ${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `about ${minutes} min`;
  return `about ${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}
