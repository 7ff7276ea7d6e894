/** The maximum delay of a message. */
export const MAX_DELAY_SECONDS = 900;

/** Throws unless the delay of a message is an integer of seconds up to 900, the maximum of SQS. */
export function checkDelay(delaySeconds = 0): void {
  if (!Number.isInteger(delaySeconds) || delaySeconds < 0 || delaySeconds > MAX_DELAY_SECONDS)
    throw new RangeError(`a message is delayed by 0 to ${MAX_DELAY_SECONDS} whole seconds`);
}
