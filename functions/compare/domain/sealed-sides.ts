const NOTE = /^((?:sealed )?[^→:]{1,60}) → ((?:sealed )?[^→:]{1,60}): (not equal|changed in form)$/;

/** The sides of a difference as the note of its sealed values names them (sealed-note.ts); null for any other note. */
export function sealedSides(note: string | undefined): { recorded: string; replayed: string } | null {
  const [, recorded, replayed, how] = NOTE.exec(note ?? '') ?? [];
  if (recorded === undefined || replayed === undefined) return null;
  return { recorded, replayed: how === 'not equal' ? `another ${replayed}` : replayed };
}
