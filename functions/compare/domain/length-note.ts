interface Lengths {
  recorded: number;
  replayed: number;
}

/** The note of a list whose length changed, with how its elements were aligned and how many are on one side only. */
export const lengthNote = ({ recorded, replayed }: Lengths, alignment: string, lost: number, gained: number): string =>
  `${recorded} recorded, ${replayed} replayed, ${alignment}: ${lost} lost, ${gained} gained`;

/** Both lengths that such a note states; null if a note is another one. */
export function lengthsOf(note: string): Lengths | null {
  const [, recorded, replayed] = /^(\d+) recorded, (\d+) replayed, /.exec(note) ?? [];
  return recorded === undefined ? null : { recorded: Number(recorded), replayed: Number(replayed) };
}
