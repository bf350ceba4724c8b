import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const inRoot = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/**
 * Returns the value of an expression in which a module of scripts/lib is `lib`. The launchers are plain JavaScript.
 */
export function inScripts(module: string, expression: string): unknown {
  const code = `import * as lib from ${JSON.stringify(inRoot(`scripts/lib/${module}`))}
    process.stdout.write(JSON.stringify({ value: await (${expression}) }))`
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' })
  const parsed: unknown = JSON.parse(printed.slice(printed.lastIndexOf('{"value"')))
  return Reflect.get(Object(parsed), 'value')
}
