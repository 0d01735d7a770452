/** Whether it happens in time. Leaves no timer behind. */
export function happensWithin(event: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise(resolve => {
    const timer = setTimeout(() => resolve(false), ms);
    void event.then(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}
