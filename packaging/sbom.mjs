// The bill of materials (CycloneDX 1.6, JSON): each package that ships, from the lock file, and the Electron in the
// package. The same sources give the same bytes.
import { readFileSync } from 'node:fs'
import { shippedPackages } from '../scripts/lib/shipped-packages.mjs'
import { inRoot } from '../scripts/lib/project.mjs'
import { program } from './identity.mjs'

/**
 * @param {{version: string, date: number, electron: {version: string, standIn: boolean}}} what
 * @returns {string} the file
 */
export function sbomOf({ version, date, electron }) {
  const locked = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages
  const packages = shippedPackages(inRoot()).map((one) =>
    one.name === 'electron' ? electronComponent(one, electron) : componentOf(one, integrityOf(locked, one)),
  )
  const sbom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: new Date(date * 1000).toISOString(),
      component: {
        type: 'application',
        'bom-ref': `galley@${version}`,
        name: program.name,
        version,
        description: program.description,
        licenses: licensesOf(program.license),
      },
    },
    components: packages,
  }
  return `${JSON.stringify(sbom, null, 2)}\n`
}

/** The hash that npm compared at installation: that of the same name and version, in any folder. */
function integrityOf(locked, { name, version }) {
  const found = Object.entries(locked).find(
    ([path, entry]) => path.endsWith(`node_modules/${name}`) && entry.version === version,
  )
  return found?.[1].integrity
}

function componentOf({ name, version, license }, integrity) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const sha512 = /^sha512-(.+)$/.exec(integrity ?? '')?.[1]
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    licenses: licensesOf(license),
    ...(sha512 && { hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }] }),
  }
}

/** The component of Electron, whose npm package only fetches the program; the packaged version may differ. */
function electronComponent({ license }, { version, standIn }) {
  const name = standIn ? 'electron (a build of a third party, for trying out only)' : 'electron'
  const ref = `pkg:github/electron/electron@v${version}`
  return {
    type: 'framework',
    'bom-ref': ref,
    name,
    version,
    ...(!standIn && { purl: ref }),
    licenses: licensesOf(license),
  }
}

/** Licences as an SPDX id, or as an expression of several. */
const licensesOf = (text) =>
  /[ ()]/.test(text) ? [{ expression: text.replace(/^\((.*)\)$/, '$1') }] : [{ license: { id: text } }]
