import { rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { SiteChanges } from './serve-changing.ts'

/** How the site of `serve-changing.ts` is from now on. In one step: a function of it that reads half a file fails. */
export async function changeSite(dataDir: string, changes: SiteChanges): Promise<void> {
  const file = path.join(dataDir, 'changes.json')
  await writeFile(`${file}.next`, JSON.stringify(changes))
  await rename(`${file}.next`, file)
}
