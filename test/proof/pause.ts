/** Lets time pass, where a fault has to last or a load has to be paced. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
