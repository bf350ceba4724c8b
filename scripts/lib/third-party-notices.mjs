// The text with the authors and licences of all packages in the app.
import { join } from 'node:path'
import { shippedPackages } from './shipped-packages.mjs'

/** Path of the notices; the packages of the app have it beside the program. */
export const noticesFile = (root) => join(root, 'resources', 'third-party-notices.txt')

const LINE = '─'.repeat(80)

/** Builds the text: each licence once, under the packages that have it. */
export function thirdPartyNotices(root) {
  const byText = new Map()
  for (const { name, version, license, text } of shippedPackages(root)) {
    const known = byText.get(text || license) ?? { text, packages: [] }
    known.packages.push(`${name} ${version} (${license})`)
    byText.set(text || license, known)
  }
  const parts = [...byText.values()].map(({ text, packages }) =>
    [LINE, ...packages, '', text || 'The package brings no text of its licence.', ''].join('\n'),
  )
  return [
    'Galley contains the work of others. These are the packages, and the terms on which each is used.',
    'What is in Electron itself is listed in LICENSES.chromium.html beside the program.',
    '',
    ...parts,
  ].join('\n')
}
