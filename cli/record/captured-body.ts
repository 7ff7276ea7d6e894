/** How many bytes all captures together may hold. */
export interface Budget {
  /** False where they would be too many. */
  take(bytes: number): boolean;
  give(bytes: number): void;
}

/** A budget of so many bytes. */
export function budgetOf(most: number): Budget {
  let held = 0;
  return {
    take: (bytes) => {
      if (held + bytes > most) return false;
      held += bytes;
      return true;
    },
    give: (bytes) => {
      held -= bytes;
    },
  };
}

/** Keeps what passes by while it is within the limit and the budget; what is cut is let go at once. */
export interface CapturedBody {
  add(chunk: Buffer): void;
  /** Everything that passed by; null where it was too much. */
  bytes(): Buffer | null;
  /** Gives back what it holds of the budget. */
  release(): void;
}

/** Captures at most `limit` bytes. */
export function capturedBody(limit: number, budget: Budget): CapturedBody {
  let chunks: Buffer[] = [];
  let length = 0;
  let isCut = false;
  const release = () => {
    budget.give(length);
    chunks = [];
    length = 0;
  };
  return {
    add: (chunk) => {
      if (isCut) return;
      if (length + chunk.length > limit || !budget.take(chunk.length)) {
        isCut = true;
        release();
        return;
      }
      chunks.push(chunk);
      length += chunk.length;
    },
    bytes: () => (isCut ? null : Buffer.concat(chunks)),
    release,
  };
}
