import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A key of the tests, in a folder of its own: no key of whoever runs them is touched. */
export function makeGpgHome(): { env: { GNUPGHOME: string }; key: string; remove: () => void } {
  // Short: sockets are made in it.
  const GNUPGHOME = mkdtempSync(join(tmpdir(), 'gpg-'))
  const env = { ...process.env, GNUPGHOME }
  const key = 'packages@galley.test'
  const made = ['--batch', '--passphrase', '', '--quick-generate-key', key, 'rsa3072', 'sign', 'never']
  execFileSync('gpg', made, { env, stdio: 'pipe' })
  return {
    env: { GNUPGHOME },
    key,
    remove: () => {
      execFileSync('gpgconf', ['--kill', 'all'], { env })
      rmSync(GNUPGHOME, { recursive: true, force: true })
    },
  }
}
