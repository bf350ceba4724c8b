/** Characters of a line of a stack: what is longer is no place in a file. */
const LONGEST_LINE = 1_000

/** Where in our own code it happened: file and line, without message and content. */
export function firstFrame(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  for (const line of stack.split('\n')) {
    if (line.length > LONGEST_LINE || !line.trimStart().startsWith('at ')) continue
    const file = /[\w.-]+$/.exec(line.split('.js:')[0] ?? '')?.[0]
    const number = /\.js:(\d+)/.exec(line)?.[1]
    if (file !== undefined && number !== undefined) return `${file}.js:${number}`
  }
  return ''
}
