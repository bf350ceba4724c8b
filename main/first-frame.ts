import { LIMITS } from '../shared/limits.ts'

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
