// Processor seconds of a process with all that it started. Looked at while they run: a browser's processes are waited
// for by nobody, so that no sum of the system has them.
import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds between two looks. What a process does after the last one is not seen. */
const INTERVAL = 500
/** Ticks of the clock in which Linux counts, per second. */
const TICKS = 100

/**
 * Starts counting.
 * @param {number | undefined} pid the first process
 * @returns {() => number | null} ends counting and gives the seconds; null where the system does not show them
 */
export function countProcessorTime(pid) {
  if (process.platform !== 'linux' || pid === undefined) return () => null
  /** Ticks by process; the number of a process that has ended can be given again, so its start counts too. */
  const seen = new Map()
  const look = () => {
    const all = statsOfAll()
    const ours = new Set([pid])
    // A parent may be listed behind its child.
    for (let size = 0; size < ours.size;) {
      size = ours.size
      for (const one of all) if (ours.has(one.parent) || seen.has(one.key)) ours.add(one.pid)
    }
    for (const one of all) if (ours.has(one.pid)) seen.set(one.key, one.ticks)
  }
  look()
  const timer = setInterval(look, INTERVAL)
  timer.unref()
  return () => {
    clearInterval(timer)
    look()
    return [...seen.values()].reduce((total, ticks) => total + ticks, 0) / TICKS
  }
}

function statsOfAll() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const text = readFileSync(`/proc/${name}/stat`, 'latin1')
        const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
        const [ticks, start] = [Number(fields[11]) + Number(fields[12]), fields[19]]
        return [{ pid: Number(name), parent: Number(fields[1]), key: `${name} ${start}`, ticks }]
      } catch {
        // The process has ended in the meantime.
        return []
      }
    })
}
