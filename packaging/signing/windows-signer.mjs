// Authenticode signatures for Windows, made as configured by the environment (variables: docs/deployment.md). Nothing
// is signed without them.
import { existsSync, renameSync, rmSync } from 'node:fs'
import { Stop } from '../../scripts/lib/project.mjs'
import { capture } from '../../scripts/lib/processes.mjs'
import { ensureTools, runTool } from '../tools.mjs'

/**
 * The configured way to sign, or null.
 * @param {Record<string, string | undefined>} env
 * @returns {((file: string) => void) | null} signs a file where it lies
 */
export function windowsSigner(env = process.env) {
  const { GALLEY_SIGN_COMMAND: command, GALLEY_SIGN_FILE: file, GALLEY_SIGN_PKCS11_MODULE: module } = env
  const ways = [command, file, module].filter((value) => value !== undefined && value !== '')
  if (ways.length === 0) return null
  if (ways.length > 1)
    throw new Stop('name one of GALLEY_SIGN_COMMAND, GALLEY_SIGN_FILE and GALLEY_SIGN_PKCS11_MODULE')
  if (command) return (path) => void runTool(command, [path])
  const key = file ? fileArguments(env) : pkcs11Arguments(env)
  return (path) => signWith([...key, ...timeArguments(env)], path)
}

/** True if a time stamp will prove that the certificate was valid when it signed. */
export const isTimeStamped = (env = process.env) =>
  Boolean(env.GALLEY_SIGN_COMMAND || env.GALLEY_SIGN_TIMESTAMP)

function fileArguments(env) {
  const password = env.GALLEY_SIGN_PASSWORD_FILE
  return ['-pkcs12', needed(env, 'GALLEY_SIGN_FILE'), ...(password ? ['-readpass', password] : [])]
}

/** Arguments for a token or a hardware module; the certificate may be on it or in a file. */
function pkcs11Arguments(env) {
  const engine = env.GALLEY_SIGN_PKCS11_ENGINE || enginePath()
  const pin = env.GALLEY_SIGN_PASSWORD_FILE
  return [
    '-pkcs11engine',
    engine,
    '-pkcs11module',
    needed(env, 'GALLEY_SIGN_PKCS11_MODULE'),
    '-certs',
    needed(env, 'GALLEY_SIGN_PKCS11_CERTIFICATE'),
    '-key',
    needed(env, 'GALLEY_SIGN_PKCS11_KEY'),
    ...(pin ? ['-readpass', pin] : []),
  ]
}

/** Path of the engine in Debian's libengine-pkcs11-openssl. */
function enginePath() {
  const triplet = { x64: 'x86_64', arm64: 'aarch64' }[process.arch]
  const path = `/usr/lib/${triplet}-linux-gnu/engines-3/pkcs11.so`
  if (!existsSync(path))
    throw new Stop('install libengine-pkcs11-openssl, or name the engine in GALLEY_SIGN_PKCS11_ENGINE')
  return path
}

const timeArguments = (env) => (env.GALLEY_SIGN_TIMESTAMP ? ['-ts', env.GALLEY_SIGN_TIMESTAMP] : [])

function needed(env, name) {
  const value = env[name]
  if (!value) throw new Stop(`set ${name} as well`)
  return value
}

function signWith(args, path) {
  ensureTools('osslsigncode')
  const signed = `${path}.signed`
  rmSync(signed, { force: true })
  runTool('osslsigncode', ['sign', '-h', 'sha256', '-n', 'Galley', ...args, '-in', path, '-out', signed])
  renameSync(signed, path)
}

/** True if a file has a signature, by anyone. */
export function isSigned(path) {
  ensureTools('osslsigncode')
  const out = `${path}.p7`
  const { code } = capture('osslsigncode', ['extract-signature', '-in', path, '-out', out])
  rmSync(out, { force: true })
  return code === 0
}
