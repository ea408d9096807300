/** Lets the browser handle input and paint before work goes on. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(null);
  });
}

/** Calls `step` for 0, 1, … `total` − 1 in slices of about `budget` milliseconds; stops when the signal says so. */
export async function inSlices(total: number, step: (at: number) => void, signal?: AbortSignal, budget = 12): Promise<boolean> {
  let at = 0;
  while (at < total) {
    const until = performance.now() + budget;
    while (at < total) {
      const end = Math.min(total, at + 256);
      for (; at < end; at += 1) step(at);
      if (performance.now() >= until) break;
    }
    if (at < total) await pause();
    if (signal?.aborted) return false;
  }
  return true;
}

/** Calls the function once, `wait` milliseconds after the last call. */
export function debounce<A extends unknown[]>(wait: number, call: (...args: A) => void): { (...args: A): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (...args: A): void => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...args), wait);
  };
  later.cancel = () => clearTimeout(timer);
  return later;
}
