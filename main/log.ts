import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import { LIMITS } from '../shared/limits.ts'

/** The fields of a log line: ids, slugs, status codes, timings. Never content, never credentials. */
export type LogFields = Record<string, string | number | boolean | null>
export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** Writes one line per event. `code` is a fixed word; variable data goes into the fields. */
export type Log = Record<LogLevel, (code: string, fields?: LogFields) => void>

const ORDER: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3 }

/** Creates a log that passes each line at or above `level` to every sink. Times are ISO and for people only. */
export function createLog(level: LogLevel, sinks: ((line: string) => void)[], now = () => new Date()): Log {
  const write =
    (of: LogLevel) =>
    (code: string, fields: LogFields = {}): void => {
      if (ORDER[of] < ORDER[level]) return
      const line = `${now().toISOString()} ${of} ${code}${renderFields(fields)}`
      for (const sink of sinks) sink(line)
    }
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}

export const silentLog: Log = createLog('error', [])

/** Formats fields as JSON strings, so that an event stays on one line whatever they hold. */
function renderFields(fields: LogFields): string {
  return Object.entries(fields)
    .map(([key, value]) => ` ${key}=${typeof value === 'string' ? JSON.stringify(value) : String(value)}`)
    .join('')
}

/** The name of a thrown value, safe for a log: messages of databases and servers may quote content. */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const code: unknown = 'code' in error ? error.code : undefined
  return typeof code === 'string' ? `${error.name}:${code}` : error.name
}

const MAX_BYTES = 1_000_000

/**
 * A sink that appends to `galley.log` in the folder and starts a new file at 1 MB, keeping one old one. A disk that
 * is full or read-only must not end the program: such lines are lost.
 */
export function logFileSink(folder: string): (line: string) => void {
  const file = path.join(folder, 'galley.log')
  let size: number | null = null
  return (line) => {
    try {
      if (size === null) {
        mkdirSync(folder, { recursive: true })
        size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
      }
      if (size > MAX_BYTES) {
        renameSync(file, path.join(folder, 'galley.old.log'))
        size = 0
      }
      appendFileSync(file, `${line}\n`, { mode: 0o600 })
      size += Buffer.byteLength(line) + 1
    } catch {
      size = null
    }
  }
}

/** The first stack frame in our own code: file and line, without message and content. */
export function firstFrame(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  for (const line of stack.split('\n')) {
    if (line.length > LIMITS.stackLine || !line.trimStart().startsWith('at ')) continue
    const file = line
      .split('.js:', 1)[0]
      ?.split(/[^\w.-]/)
      .at(-1)
    const number = /\.js:(\d+)/.exec(line)?.[1]
    if (file && number !== undefined) return `${file}.js:${number}`
  }
  return ''
}
