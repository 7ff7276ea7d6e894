import type { Tone } from '../../../findings/domain/state-labels.ts';

/** Background of the state by its tone; white text on each has a contrast of 4.5. */
const COLOURS: Readonly<Record<Tone, string>> = { good: '#16683a', warn: '#835200', bad: '#b0231c', quiet: '#586172' };

/** Width of a character at 11 px, with which no label is cut. */
const CHARACTER = 7;
const MARGIN = 12;
const NAME = 'replay';

/** The state of a run as an image of 20 px. `label` is one of our own words, so that nothing is escaped. */
export function badgeSvg({ name: label, tone }: { name: string; tone: Tone }): string {
  const text = label.toLowerCase();
  const [left, right] = [NAME, text].map((one) => one.length * CHARACTER + MARGIN) as [number, number]; // of two texts
  const width = left + right;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${NAME}: ${text}"><title>${NAME}: ${text}</title><rect width="${left}" height="20" fill="#3b4350"/><rect x="${left}" width="${right}" height="20" fill="${COLOURS[tone]}"/><g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11"><text x="${left / 2}" y="14">${NAME}</text><text x="${left + right / 2}" y="14">${text}</text></g></svg>`;
}
