// What has been changed and not landed, by the names of its files.
import { existsSync } from 'node:fs'
import { inRoot, Stop } from './project.mjs'
import { capture } from './processes.mjs'

/**
 * Files that differ from a revision, with those that git does not know yet, as paths from the root.
 * @param {string | undefined} since a revision; by default where this branch left the one that it follows, and without
 *   such a branch the last commit
 * @returns {string[]}
 */
export function changedFiles(since) {
  const base = since ?? fork() ?? 'HEAD'
  const differ = git('diff', '--name-only', base)
  const fresh = git('ls-files', '--others', '--exclude-standard')
  return [...new Set([...differ, ...fresh])].filter((file) => existsSync(inRoot(file)))
}

/** Where this branch left the one that it follows; undefined where it follows none. */
function fork() {
  const { code, out } = capture('git', ['merge-base', 'HEAD', '@{upstream}'], { cwd: inRoot() })
  return code === 0 ? out.trim() : undefined
}

function git(...args) {
  const { code, out } = capture('git', args, { cwd: inRoot() })
  if (code !== 0) throw new Stop(`git ${args.join(' ')} failed: ${out.trim()}`)
  return out.split('\n').filter((line) => line !== '')
}
