// A package for Debian and Ubuntu, made by dpkg-deb.
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { inRoot } from '../../scripts/lib/project.mjs'
import { linuxVersion, program } from '../identity.mjs'
import { ensureTools, runTool } from '../tools.mjs'
import { debianDependencies, glibcNeeded, librariesNeeded } from './needed.mjs'
import { debianChangelog, home, makeTree, setTimes } from './tree.mjs'

const architectures = { x64: 'amd64', arm64: 'arm64' }

/**
 * @param {{unpacked: string, version: string, arch: string, date: number, output: string, fast?: boolean}} what
 *   `fast`: larger, for trying out
 * @returns {Promise<string>} the file
 */
export async function makeDeb({ unpacked, version, arch, date, output, fast = false }) {
  ensureTools('dpkg-deb', 'readelf')
  const of = architectures[arch]
  const own = linuxVersion(version)
  const root = join(output, `deb-${of}`)
  rmSync(root, { recursive: true, force: true })
  await makeTree({ unpacked, root, date })
  const changes = join(root, 'usr/share/doc/galley/changelog.gz')
  writeFileSync(changes, debianChangelog(own, date))
  chmodSync(changes, 0o644)
  const files = filesBelow(root)
  const control = join(root, 'DEBIAN')
  mkdirSync(control)
  chmodSync(control, 0o755)
  const needed = debianDependencies(librariesNeeded(join(root, home)), glibcNeeded(join(root, home)))
  writeFileSync(
    join(control, 'control'),
    controlFile({ version: own, arch: of, needed, size: sizeOf(files) }),
  )
  writeFileSync(join(control, 'md5sums'), sums(root, files))
  copyFileSync(inRoot('packaging/linux/after-install.sh'), join(control, 'postinst'))
  copyFileSync(inRoot('packaging/linux/after-remove.sh'), join(control, 'postrm'))
  for (const [name, mode] of [
    ['control', 0o644],
    ['md5sums', 0o644],
    ['postinst', 0o755],
    ['postrm', 0o755],
  ])
    chmodSync(join(control, name), mode)
  setTimes(root, date)
  const file = join(output, `galley_${own}_${of}.deb`)
  // Several threads would split the data by the number of processors, so that builds differ.
  const args = [
    '--root-owner-group',
    ...(fast ? ['-Zgzip', '-z1'] : ['-Zxz']),
    '--threads-max=1',
    '--build',
    root,
    file,
  ]
  runTool('dpkg-deb', args, { env: { ...process.env, SOURCE_DATE_EPOCH: String(date) } })
  rmSync(root, { recursive: true, force: true })
  return file
}

function controlFile({ version, arch, needed, size }) {
  return [
    `Package: ${program.name}`,
    `Version: ${version}`,
    `Architecture: ${arch}`,
    'Section: editors',
    'Priority: optional',
    `Maintainer: ${program.maintainer}`,
    `Installed-Size: ${Math.ceil(size / 1024)}`,
    `Depends: ${needed.join(', ')}`,
    // Without a key store, a stored session is only as safe as the user's files.
    'Recommends: gnome-keyring | kwalletmanager | keepassxc, libsecret-1-0',
    `Description: ${program.summary}`,
    ` ${program.description}`,
    '',
  ].join('\n')
}

/** All files below a folder, sorted by name; links are left out. */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => lstatSync(path).isFile())
    .toSorted()
}

const sizeOf = (files) => files.reduce((sum, path) => sum + lstatSync(path).size, 0)

/** The checksums that `dpkg -V` compares. */
function sums(root, files) {
  const lines = files.map((path) => {
    const sum = createHash('md5').update(readFileSync(path)).digest('hex')
    return `${sum}  ${relative(root, path)}\n`
  })
  return lines.join('')
}
