import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * The quick tests that can reach a file of the project: by import, or because something starts it by its path (a
 * worker, a process). Any text in a file that names another file is taken for such a way, so that none is missed.
 */
export type Reach = {
  /** The test files, those first that come to it by the fewest steps. */
  testsOf: (files: readonly string[]) => string[]
}

/** Folders in which code lies that tests run. */
const CODE = ['main', 'preload', 'renderer', 'scripts', 'server', 'shared', 'tests']
const isCode = (file: string): boolean => /\.(?:ts|tsx|mts|mjs|js)$/.test(file)
/** The quick suite: what needs neither a CMS nor a window. */
export const isQuickTest = (file: string): boolean => /^tests\/unit\/.*\.test\.tsx?$/.test(file)

export function reachIn(root: string): Reach {
  const files = CODE.flatMap((folder) => filesIn(root, folder)).filter(isCode)
  const usedBy = new Map<string, string[]>()
  for (const file of files)
    for (const used of namedIn(root, file)) usedBy.set(used, [...(usedBy.get(used) ?? []), file])
  return {
    testsOf(begin) {
      const seen = new Set(begin)
      for (let now = [...begin]; now.length > 0;) {
        now = [...new Set(now.flatMap((file) => usedBy.get(file) ?? []))].filter((file) => !seen.has(file))
        for (const file of now) seen.add(file)
      }
      // A set keeps the order in which they were reached.
      return [...seen].filter(isQuickTest)
    },
  }
}

function filesIn(root: string, folder: string): string[] {
  if (!existsSync(path.join(root, folder))) return []
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`
    if (entry.isDirectory())
      return entry.name === 'node_modules' || name === 'server/demo/data' ? [] : filesIn(root, name)
    return [name]
  })
}

/** The files of the project that a file names, from where it lies or from the project's root. */
function namedIn(root: string, file: string): Set<string> {
  const text = readFileSync(path.join(root, file), 'utf8')
  const found = new Set<string>()
  for (const [, given = ''] of text.matchAll(/['"`]([\w./@-]+\.(?:tsx?|mts|mjs|js))['"`]/g))
    for (const from of given.startsWith('.') ? [path.dirname(file)] : [path.dirname(file), '.']) {
      const name = path.posix.normalize(path.posix.join(from, given))
      if (name !== file && !name.startsWith('..') && isFile(path.join(root, name))) found.add(name)
    }
  return found
}

const isFile = (name: string): boolean => existsSync(name) && statSync(name).isFile()
