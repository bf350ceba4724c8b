import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

let known: string | undefined

function versionIn(folder: string): string | undefined {
  try {
    const found: unknown = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
    if (typeof found !== 'object' || found === null || Reflect.get(found, 'name') !== 'payload')
      return undefined
    const version: unknown = Reflect.get(found, 'version')
    return typeof version === 'string' ? version : undefined
  } catch {
    return undefined
  }
}

/** The package is not exported: its folder is looked for above its entry. */
function find(from: string): string | undefined {
  try {
    let folder = path.dirname(createRequire(from).resolve('payload'))
    for (let level = 0; level < 4; level += 1) {
      const version = versionIn(folder)
      if (version !== undefined) return version
      folder = path.dirname(folder)
    }
  } catch {
    // The package cannot be resolved from there.
  }
  return undefined
}

/** Version of Payload itself; `unknown` in a bundle without it. */
export function payloadVersion(): string {
  known ??= find(import.meta.url) ?? find(path.join(process.cwd(), 'package.json')) ?? 'unknown'
  return known
}
