// Running the e2e suite as the user nobody when the launcher runs as root, so that Chromium's sandbox,
// which refuses root, is on in the tests.
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
} from 'node:fs'
import { readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inCache, inRoot } from './project.mjs'
import { capture } from './processes.mjs'

const nobody = 65534
const become = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups']

/** Folders of the checkout that the e2e suite writes to. */
const writable = ['test-results', '.cache/cms-template', '.cache/e2e', '.cache/screenshots']

/**
 * Prepares everything that `nobody` needs, or says in words why it cannot be done.
 * @returns {{reason: string} | {as: string[], env: Record<string, string>, node: string, cleanUp: () => void}}
 */
export function prepareNobody(executable) {
  if (capture(become[0], [...become.slice(1), 'true']).code !== 0)
    return { reason: 'setpriv cannot change the user' }
  const node = readableNode()
  for (const path of [node, executable]) {
    if (!mayUse(path, '-x')) return { reason: `user nobody may not run ${path}` }
  }
  for (const path of ['package.json', 'out/main/index.js', 'node_modules/vitest/package.json']) {
    if (!mayUse(inRoot(path), '-r')) return { reason: `user nobody may not read ${inRoot(path)}` }
  }
  // Earlier versions left the cache writable for everybody.
  for (const path of worldWritable(inCache())) chmodSync(path, lstatSync(path).mode & 0o775)
  for (const folder of writable) {
    mkdirSync(inRoot(folder), { recursive: true })
    giveTo(inRoot(folder), nobody, nobody)
  }
  // A short path: sockets are created in it, and their paths may have 107 bytes.
  const home = mkdtempSync(join(tmpdir(), 'galley-'))
  const env = {
    HOME: home,
    TMPDIR: join(home, 'tmp'),
    XDG_RUNTIME_DIR: join(home, 'run'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_CACHE_HOME: join(home, 'cache'),
    USER: 'nobody',
    LOGNAME: 'nobody',
    PATH: `${dirname(node)}:${withoutPrivate(process.env.PATH ?? '')}`,
    LANG: process.env.LANG ?? 'C.UTF-8',
  }
  for (const name of ['TMPDIR', 'XDG_RUNTIME_DIR', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME'])
    mkdirSync(env[name], { mode: 0o700 })
  giveTo(home, nobody, nobody)
  const { uid, gid } = lstatSync(inRoot())
  const cleanUp = () => {
    rmSync(home, { recursive: true, force: true })
    for (const folder of writable) giveTo(inRoot(folder), uid, gid)
  }
  return { as: become, env, node, cleanUp }
}

/** True if `nobody` passes a file test, which root would pass anyway. */
function mayUse(path, test) {
  return capture(become[0], [...become.slice(1), 'test', test, path]).code === 0
}

/** The running Node, or a copy that `nobody` can run: npm keeps it in root's home, which is closed to others. */
function readableNode() {
  if (mayUse(process.execPath, '-x')) return process.execPath
  const copy = inCache('node', process.version, 'node')
  if (!existsSync(copy)) {
    mkdirSync(dirname(copy), { recursive: true })
    // A copy, as a link would have the mode of root's own file.
    copyFileSync(process.execPath, copy, constants.COPYFILE_FICLONE)
    chmodSync(copy, 0o755)
  }
  return copy
}

const withoutPrivate = (path) =>
  path
    .split(':')
    .filter((folder) => folder !== '' && mayUse(folder, '-x'))
    .join(':')

/**
 * Gives a folder with its contents to a user. Links are not followed, and hard-linked files stay as they are: their
 * targets are not part of it.
 */
function giveTo(path, uid, gid) {
  const stats = lstatSync(path)
  if (!stats.isDirectory() && stats.nlink > 1) return
  lchownSync(path, uid, gid)
  if (stats.isDirectory()) for (const name of readdirSync(path)) giveTo(join(path, name), uid, gid)
}

/** The paths in a folder of the checkout that anybody may write: none, after a run. */
export function worldWritable(folder = inRoot()) {
  const stats = lstatSync(folder)
  if (stats.isSymbolicLink()) return []
  const own = (stats.mode & 0o002) === 0 ? [] : [folder]
  if (!stats.isDirectory()) return own
  const names = readdirSync(folder).filter((name) => name !== 'node_modules' && name !== '.git')
  return [...own, ...names.flatMap((name) => worldWritable(join(folder, name)))]
}
