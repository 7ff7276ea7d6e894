const MOST_SECONDS = 900;

/** Throws unless the delay of a message is a whole number of seconds up to 900, the most that SQS can do. */
export function checkDelay(delaySeconds = 0): void {
  if (!Number.isInteger(delaySeconds) || delaySeconds < 0 || delaySeconds > MOST_SECONDS)
    throw new RangeError(`a message is delayed by 0 to ${MOST_SECONDS} whole seconds`);
}
