const MOST_BYTES = 200;

/** Whether something can be kept under this appId; recorders and plans know no other (interface 10). */
export const isAppId = (appId: string): boolean =>
  appId.trim() !== '' && appId.isWellFormed() && Buffer.byteLength(appId) <= MOST_BYTES;
