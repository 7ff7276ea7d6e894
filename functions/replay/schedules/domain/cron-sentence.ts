import { toString as inWords } from 'cronstrue';

/** A valid cron expression in words: `At 02:30, Monday through Friday`. */
export function cronSentence(cron: string): string {
  const fields = cron.trim().split(/\s+/).map(wholeField);
  const [minute = '', hour = ''] = fields;
  // A time of day is followed by its days; `Every hour` needs no `every day`.
  const verbose = !/[*/]/.test(minute + hour);
  return inWords(fields.join(' '), { use24HourTimeFormat: true, verbose });
}

/** A list with `*` names every value; the library describes only a plain `*` as such. */
const wholeField = (field: string): string => (field.split(',').includes('*') ? '*' : field);
