import path from 'node:path'

/** The switches and environment of the program, except Chromium's own. */
export type StartOptions = {
  /** `--server=URL`: the address to start with. */
  server: string | null
  /** `GALLEY_DEMO_LOGIN=identifier:password`, in development only. */
  demoLogin: { identifier: string; password: string } | null
  /** `GALLEY_FIRST_SCREENSHOT=path`, in development only. */
  firstScreenshot: string | null
  /** `GALLEY_LOG=debug`: logs to stderr too, and everything unless the policy sets another level. */
  debug: boolean
  /** `--version`: prints the version, and exits. */
  printVersion: boolean
  /** `--print-policy`: prints the policy of this computer, and exits. */
  printPolicy: boolean
  /** `GALLEY_POLICY`, in development only: policy files instead of the system's, separated as in PATH. */
  policyFiles: string[] | null
}

/**
 * Reads Galley's switches and environment. `packaged` disables those for development, so that an installed program
 * cannot be made to fill in a password or write a picture of its window.
 */
export function readStartOptions(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  packaged: boolean,
): StartOptions {
  return {
    server: switchValue(argv, 'server'),
    demoLogin: packaged ? null : splitLogin(env['GALLEY_DEMO_LOGIN']),
    firstScreenshot: packaged ? null : env['GALLEY_FIRST_SCREENSHOT'] || null,
    debug: env['GALLEY_LOG'] === 'debug',
    printVersion: argv.includes('--version'),
    printPolicy: argv.includes('--print-policy'),
    policyFiles: packaged ? null : (env['GALLEY_POLICY']?.split(path.delimiter) ?? null),
  }
}

/** The last value of `--name=value`, or null. */
export function switchValue(argv: readonly string[], name: string): string | null {
  const prefix = `--${name}=`
  const found = argv.findLast((argument) => argument.startsWith(prefix))
  return found === undefined ? null : found.slice(prefix.length) || null
}

function splitLogin(text: string | undefined): StartOptions['demoLogin'] {
  const colon = text?.indexOf(':') ?? -1
  if (text === undefined || colon < 1) return null
  return { identifier: text.slice(0, colon), password: text.slice(colon + 1) }
}
