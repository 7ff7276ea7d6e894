/** A shared limit of bytes held by all captures. */
export interface Budget {
  /** Reserves bytes; false if they exceed the budget. */
  take(bytes: number): boolean;
  give(bytes: number): void;
}

/** Creates a budget of at most `most` bytes. */
export function budgetOf(max: number): Budget {
  let held = 0;
  return {
    take: (bytes) => {
      if (held + bytes > max) return false;
      held += bytes;
      return true;
    },
    give: (bytes) => {
      held -= bytes;
    },
  };
}

/** Captures a body while it stays within the limit and the budget; releases a body that exceeds them immediately. */
export interface CapturedBody {
  add(chunk: Buffer): void;
  /** The complete body; null if it was too large. */
  bytes(): Buffer | null;
  /** Returns its bytes to the budget. */
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
