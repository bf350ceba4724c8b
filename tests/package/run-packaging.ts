import { spawnSync } from 'node:child_process'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const inRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/**
 * Runs code with the functions of a file of packaging/ as `lib`, in a process of its own, and answers with what it
 * makes, by way of JSON. A reason to stop is thrown in its own words.
 */
export function inPackaging(
  file: string,
  code: string,
  { env = {}, umask = 0o022 }: { env?: Record<string, string>; umask?: number } = {},
): unknown {
  const url = (path: string) => JSON.stringify(pathToFileURL(inRoot(path)).href)
  const script = `process.umask(${umask})
    const lib = await import(${url(`packaging/${file}`)})
    const { launch } = await import(${url('scripts/lib/setup.mjs')})
    launch(async () => process.stdout.write('\\u0000' + JSON.stringify((await (${code})) ?? null)))`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: inRoot('.'),
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(stderr.trim())
  return JSON.parse(stdout.slice(stdout.indexOf('\0') + 1)) as unknown
}
