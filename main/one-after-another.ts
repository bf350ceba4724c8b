/** Does one work after another, in the order in which they are asked for, whatever becomes of those before. */
export function oneAfterAnother(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work, work)
    last = done.catch(() => undefined)
    return done
  }
}
