import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, readdir, rename, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

/** Root of the checkout. */
export const root = path.resolve(import.meta.dirname, '../../..')
/** The command that starts the demo CMS. */
export const serveScript = path.join(root, 'server/demo/serve.ts')

/** How much content a CMS starts with. */
export type Seed = 'full' | 'small' | 'none'

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted()
}

/** Changes with everything that decides what seeded data looks like. */
export async function templateKey(): Promise<string> {
  const hash = createHash('sha256')
  const demo = path.join(root, 'server/demo')
  for (const file of await filesBelow(demo))
    hash.update(path.relative(demo, file)).update(await readFile(file))
  hash.update(await readFile(path.join(root, 'package-lock.json')))
  return hash.digest('hex').slice(0, 16)
}

async function makeTemplate(folder: string, seed: Seed): Promise<void> {
  await mkdir(path.dirname(folder), { recursive: true })
  const fresh = await mkdtemp(`${folder}-making-`)
  await promisify(execFile)(process.execPath, [
    serveScript,
    '--port=0',
    `--data=${fresh}`,
    `--seed=${seed}`,
    '--exit-after-seed',
  ])
  try {
    await rename(fresh, folder)
  } catch (error) {
    // Another run was faster: its template is as good.
    await rm(fresh, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

/**
 * A new data folder of a CMS, in the system's folder for temporary files. The content is made once
 * per version of the demo and kept in .cache; after that it is only copied.
 */
export async function newDataDir(seed: Seed = 'small'): Promise<string> {
  const template = path.join(root, '.cache/cms-template', `${await templateKey()}-${seed}`)
  if (!existsSync(template)) await makeTemplate(template, seed)
  const folder = await mkdtemp(path.join(tmpdir(), 'galley-cms-'))
  await cp(template, folder, { recursive: true })
  return folder
}
