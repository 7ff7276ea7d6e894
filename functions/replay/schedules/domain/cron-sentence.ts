import { toString as inWords } from 'cronstrue';

/** Sentences of the library that people say otherwise. */
const USUAL: readonly (readonly [sentence: RegExp, said: string])[] = [
  [/^At (0[0-5]:\d\d), every day$/, 'Every night at $1'],
  [/^At (\d\d:\d\d), every day$/, 'Every day at $1'],
  [/^At (\d\d:\d\d), only on (\w+)$/, 'Every $2 at $1'],
  [/^At (\d\d:\d\d), (\w+) through (\w+)$/, '$2 to $3 at $1'],
  [/^At (\d+) minutes past the hour/, 'Every hour at $1 past'],
  [/ through /g, ' to '],
];

/** A valid cron expression in words: `Monday to Friday at 02:30`. */
export function cronSentence(cron: string): string {
  const fields = cron.trim().split(/\s+/).map(wholeField);
  const [minute = '', hour = ''] = fields;
  // A time of day is followed by its days; `Every hour` needs no `every day`.
  const verbose = !/[*/]/.test(minute + hour);
  const sentence = inWords(fields.join(' '), { use24HourTimeFormat: true, verbose });
  return USUAL.reduce((text, [one, said]) => text.replace(one, said), sentence);
}

/** A list with `*` names every value; the library describes only a plain `*` as such. */
const wholeField = (field: string): string => (field.split(',').includes('*') ? '*' : field);
