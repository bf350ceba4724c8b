// The packages that can be made, and how one comes to each.
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { say, Stop } from '../scripts/lib/project.mjs'
import { electronFor } from './electron-for.mjs'
import { packageVersion, sourceDate, whyNoRelease } from './identity.mjs'
import { sbomOf } from './sbom.mjs'
import { gpgKey, signRpm, writeSums } from './signing/gpg.mjs'
import { isTimeStamped, windowsSigner } from './signing/windows-signer.mjs'
import { makeUnpacked } from './unpacked.mjs'

/** `make` is given the unpacked program and answers with the file. */
export const targets = {
  dir: { platform: process.platform, make: ({ unpacked }) => unpacked },
  deb: { platform: 'linux', make: async (what) => (await import('./linux/deb.mjs')).makeDeb(what) },
  rpm: { platform: 'linux', make: async (what) => (await import('./linux/rpm.mjs')).makeRpm(what) },
  msi: { platform: 'win32', make: async (what) => (await import('./windows/msi.mjs')).makeMsi(what) },
  setup: { platform: 'win32', make: async (what) => (await import('./windows/setup.mjs')).makeSetup(what) },
  'tar.gz': { platform: 'linux', make: async (what) => (await import('./linux/tar.mjs')).makeTar(what) },
}

/**
 * Makes them, one after another: the program is packed once for each system.
 * @param {string[]} names
 * @param {{arch: string, release: boolean, output: string, fast?: boolean, version?: string}} how `fast`: larger
 *   files, for trying out; `version`: of the program itself
 * @returns {Promise<string[]>} the files
 */
export async function makePackages(names, { arch, release, output, fast = false, version }) {
  const made = []
  const lists = []
  const date = sourceDate()
  for (const platform of new Set(names.map((name) => targets[name].platform))) {
    const electron = await electronFor(platform, arch)
    const reason = release ? whyNoRelease(electron) : null
    if (reason !== null) throw new Stop(reason)
    if (electron.standIn)
      say(
        `for trying out only: Electron ${electron.version} of a third party stands in for ${electron.declared}`,
      )
    const sign = platform === 'win32' ? windowsSigner() : null
    if (release) refuseUnsigned(platform, sign)
    const own = packageVersion(electron, version)
    const unpacked = await makeUnpacked({ platform, arch, version: own, electron, output })
    if (sign !== null) (await import('./windows/sign-folder.mjs')).signFolder(unpacked, sign)
    const list = join(output, `galley-${own}-${platform}-${arch}.cdx.json`)
    writeFileSync(list, sbomOf({ version: own, date, electron }))
    lists.push(list)
    for (const name of names.filter((one) => targets[one].platform === platform))
      made.push(
        await targets[name].make({ unpacked, version: own, arch, date, output, fast, electron, sign }),
      )
  }
  for (const name of ['builder-debug.yml', '.icon-ico'])
    rmSync(join(output, name), { recursive: true, force: true })
  for (const file of made.filter((one) => one.endsWith('.rpm'))) signRpm(file)
  const files = [...made.filter((path) => statSync(path).isFile()), ...lists]
  return [...made, ...lists, ...(await writeSums(files, output))]
}

/** A release can be told from anything else by its signatures. */
function refuseUnsigned(platform, sign) {
  if (gpgKey() === null) throw new Stop('a release is signed: set GALLEY_GPG_KEY')
  if (platform === 'win32' && (sign === null || !isTimeStamped()))
    throw new Stop('a release for Windows is signed and time-stamped: set GALLEY_SIGN_… (docs/deployment.md)')
}
