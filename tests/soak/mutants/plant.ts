import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { PlantedEdit } from './mutant.ts'
import { planted } from './place.ts'

const root = path.resolve(import.meta.dirname, '../../..')
/** Folders that a copy of the project lacks; some are linked into it. */
const LEFT_OUT = new Set(['node_modules', '.git', '.cache', 'out', 'dist', 'release', 'test-results'])

export type Copy = {
  folder: string
  /** Plants the fault in the copy; resolves to its removal. Throws if it does not match. */
  plant: (edits: readonly PlantedEdit[]) => Promise<() => Promise<void>>
  remove: () => Promise<void>
}

/** Copies the project into the folder for temporary files. */
export async function copyProject(): Promise<Copy> {
  const folder = await mkdtemp(path.join(tmpdir(), 'galley-mutants-'))
  await cp(root, folder, {
    recursive: true,
    filter: (source) =>
      !LEFT_OUT.has(path.relative(root, source)) && source !== path.join(root, 'server/demo/data'),
  })
  await symlink(await realpath(path.join(root, 'node_modules')), path.join(folder, 'node_modules'))
  const templates = path.join(root, '.cache/cms-template')
  if (existsSync(templates))
    await cp(templates, path.join(folder, '.cache/cms-template'), { recursive: true })
  const electron = path.join(root, '.cache/electron')
  if (existsSync(electron)) {
    await mkdir(path.join(folder, '.cache'), { recursive: true })
    await symlink(electron, path.join(folder, '.cache/electron'))
  }
  return {
    folder,
    async plant(edits) {
      const before = new Map<string, string>()
      for (const edit of edits) {
        const text = await readFile(path.join(folder, edit.file), 'utf8')
        if (!before.has(edit.file)) before.set(edit.file, text)
        await writeFile(path.join(folder, edit.file), planted(text, edit))
      }
      return async () => {
        for (const [file, text] of before) await writeFile(path.join(folder, file), text)
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
