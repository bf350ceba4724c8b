import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Certificates = {
  /** The authority of all certificates below, PEM. */
  authority: string
  /**
   * Certificate and key for signing programs: as PEM, and both in a PKCS#12 file with its password in another file.
   */
  signer: { certificate: string; key: string; pkcs12: string; passwordFile: string }
  /** Certificate and key for time stamps. */
  stamper: { certificate: string; key: string }
  /** Certificate and key of the server `host`; it names revocation servers. */
  server: { certificate: string; key: string; host: string }
}

const host = 'cms.galley.test'
const serverLines = [
  `subjectAltName=DNS:${host}`,
  'authorityInfoAccess=OCSP;URI:http://ocsp.galley.test/',
  'crlDistributionPoints=URI:http://lists.galley.test/taken-back.crl',
]

/** Makes all of them in a folder, valid for a day. */
export function makeCertificates(folder: string): Certificates {
  const at = (name: string): string => join(folder, name)
  const openssl = (...args: string[]): void =>
    void execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const rsa = ['-newkey', 'rsa:2048', '-nodes', '-days', '1']
  openssl(
    'req',
    '-x509',
    ...rsa,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-subj',
    '/CN=Authority of the tests',
  )
  const leaf = (name: string, usage: string, more: readonly string[] = []): void => {
    const lines = ['keyUsage=critical,digitalSignature', `extendedKeyUsage=${usage}`, ...more, '']
    writeFileSync(at(`${name}.ext`), lines.join('\n'))
    openssl(
      'req',
      ...rsa.slice(0, 3),
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
      '-subj',
      `/CN=${name}`,
    )
    const by = [
      '-CA',
      'ca.pem',
      '-CAkey',
      'ca.key',
      '-CAcreateserial',
      '-days',
      '1',
      '-extfile',
      `${name}.ext`,
    ]
    openssl('x509', '-req', '-in', `${name}.csr`, ...by, '-out', `${name}.pem`)
  }
  leaf('signer', 'codeSigning')
  leaf('stamper', 'critical,timeStamping')
  leaf('server', 'serverAuth', serverLines)
  writeFileSync(at('password'), 'secret')
  const export12 = ['-export', '-in', 'signer.pem', '-inkey', 'signer.key', '-out', 'signer.p12']
  openssl('pkcs12', ...export12, '-passout', 'file:password')
  return {
    authority: at('ca.pem'),
    signer: {
      certificate: at('signer.pem'),
      key: at('signer.key'),
      pkcs12: at('signer.p12'),
      passwordFile: at('password'),
    },
    stamper: { certificate: at('stamper.pem'), key: at('stamper.key') },
    server: { certificate: at('server.pem'), key: at('server.key'), host },
  }
}
