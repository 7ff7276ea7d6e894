/** How long a test waits for a condition before it fails; a starved machine may need most of it. */
export const PATIENCE = { timeout: 80_000 };
