/** The name of callers of the Open API, which requires no credential. */
const OPEN_API = 'open-api';

/** A name of the audit log as pages show it. */
export const whoText = (name: string): string => (name === OPEN_API ? 'without a credential' : name);
