/** Runs tasks one after another, in the order in which they were given. A task that fails does not stop the next. */
export type SerialQueue = { run: <T>(task: () => Promise<T>) => Promise<T> }

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(task) {
      const mine = last.then(task, task)
      last = mine.catch(() => undefined)
      return mine
    },
  }
}
