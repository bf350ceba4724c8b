// npm run test:package [-- FILTER…]: makes packages, reads them back, and installs them on this computer: for a Linux
// with apt whose root may do so. Not part of npm test: it takes minutes, and changes the computer for that time.
import { ensureTools } from '../packaging/tools.mjs'
import { say, Stop } from './lib/project.mjs'
import { endAll } from './lib/processes.mjs'
import { ensureBuild } from './lib/build.mjs'
import { ensureDisplay } from './lib/display.mjs'
import { ensureElectron } from './lib/electron.mjs'
import { isRoot } from './lib/sandbox.mjs'
import { launch, setUp } from './lib/setup.mjs'
import { ensureSystemLibraries } from './lib/system-libraries.mjs'
import { vitest } from './lib/test-parts.mjs'

const tools = [
  [
    'dpkg-deb',
    'readelf',
    'rpmbuild',
    'rpmkeys',
    'rpmsign',
    'lintian',
    'desktop-file-validate',
    'gpg',
    'gpg-agent',
  ],
  [
    'wixl',
    'msiinfo',
    'msiextract',
    'makensis',
    '7zz',
    'osslsigncode',
    'openssl',
    'softhsm2-util',
    'wine',
    '/usr/lib/x86_64-linux-gnu/engines-3/pkcs11.so',
  ],
  ['xprop'],
  // For tests that make a network, and a Debian, of their own.
  ['ip', 'tcpdump', 'certutil', 'debootstrap'],
].flat()

launch(async () => {
  if (process.platform !== 'linux' || !isRoot())
    throw new Stop('packages are installed by root, on a Linux with apt')
  await setUp({ electron: false })
  const electron = await ensureElectron()
  ensureSystemLibraries(electron.executable, { pointer: true })
  ensureTools(...tools)
  await ensureBuild()
  const display = await ensureDisplay()
  const env = { ...process.env, ...electron.env, ...display.env }
  const { passed, failed, remarks } = await vitest(['installed'], process.argv.slice(2), { env })
  await endAll()
  for (const remark of remarks) say(remark)
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  process.exitCode = failed === 0 ? 0 : 1
})
