const MAX_SECONDS = 900;

/** Throws unless the delay of a message is an integer of seconds up to 900, the maximum of SQS. */
export function checkDelay(delaySeconds = 0): void {
  if (!Number.isInteger(delaySeconds) || delaySeconds < 0 || delaySeconds > MAX_SECONDS)
    throw new RangeError(`a message is delayed by 0 to ${MAX_SECONDS} whole seconds`);
}
