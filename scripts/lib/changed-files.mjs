// The names of files that were changed and are not landed.
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

/** The commit at which this branch left its upstream; undefined without an upstream. */
function fork() {
  const { code, out } = capture('git', ['merge-base', 'HEAD', '@{upstream}'], { cwd: inRoot() })
  return code === 0 ? out.trim() : undefined
}

function git(...args) {
  const { code, out } = capture('git', args, { cwd: inRoot() })
  if (code !== 0) throw new Stop(`git ${args.join(' ')} failed: ${out.trim()}`)
  return out.split('\n').filter((line) => line !== '')
}
