// npm run package -- TARGET… [--arch=arm64] [--release] [--fast]: packages of the program in dist/.
// Targets: dir, deb, rpm, tar.gz, msi, setup. See docs/deployment.md.
import { parseArgs } from 'node:util'
import { inRoot, say, Stop } from './lib/project.mjs'
import { launch, setUp } from './lib/setup.mjs'

launch(async () => {
  await setUp({ electron: false })
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      arch: { type: 'string', default: 'x64' },
      release: { type: 'boolean', default: false },
      fast: { type: 'boolean', default: false },
    },
  })
  const { makePackages, targets } = await import('../packaging/make-packages.mjs')
  const unknown = positionals.filter((name) => !Object.hasOwn(targets, name))
  if (unknown.length > 0 || positionals.length === 0)
    throw new Stop(`name what is to be made: ${Object.keys(targets).join(', ')}`)
  const made = await makePackages(positionals, { ...values, output: inRoot('dist') })
  for (const file of made) say(`made ${file}`)
})
