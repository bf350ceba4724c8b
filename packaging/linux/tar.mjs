// An archive for systems without dpkg and rpm: unpacked wherever one likes, by tar and gzip.
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from '../tools.mjs'
import { home, makeTree } from './tree.mjs'

/** @param {Parameters<typeof import('./deb.mjs').makeDeb>[0]} what */
export async function makeTar({ unpacked, version, arch, date, output, fast = false }) {
  const name = `galley-${version}-linux-${arch}`
  const work = join(output, `tar-${arch}`)
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  await makeTree({ unpacked, root: join(work, 'tree'), date })
  renameSync(join(work, 'tree', home), join(work, name))
  // Unpacking runs nothing: whoever needs the profile installs it (docs/deployment.md).
  renameSync(join(work, 'tree/usr/share/galley/apparmor-profile'), join(work, name, 'apparmor-profile'))
  const archive = join(work, `${name}.tar`)
  const same = [
    '--sort=name',
    '--format=gnu',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    `--mtime=@${date}`,
  ]
  runTool('tar', [...same, '-C', work, '-cf', archive, name])
  runTool('gzip', ['--no-name', fast ? '-1' : '-9', archive])
  const file = join(output, `${name}.tar.gz`)
  renameSync(`${archive}.gz`, file)
  rmSync(work, { recursive: true, force: true })
  return file
}
