import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'

/** Every fuse of Electron, and how a packaged Galley has it (Electron's security list, 19). */
export const wantedFuses: Record<keyof typeof FuseV1Options, 'ENABLE' | 'DISABLE'> = {
  RunAsNode: 'DISABLE',
  EnableCookieEncryption: 'ENABLE',
  EnableNodeOptionsEnvironmentVariable: 'DISABLE',
  EnableNodeCliInspectArguments: 'DISABLE',
  EnableEmbeddedAsarIntegrityValidation: 'ENABLE',
  OnlyLoadAppFromAsar: 'ENABLE',
  // Enabled, the main process would read a snapshot file of its own, which nobody ships.
  LoadBrowserProcessSpecificV8Snapshot: 'DISABLE',
  GrantFileProtocolExtraPrivileges: 'DISABLE',
  // Electron's default: how the bounds of WebAssembly are checked, and not whether.
  WasmTrapHandlers: 'ENABLE',
}

/** The fuses in a program's binary by name; one that has no name yet is listed by its number. */
export async function readFuses(program: string): Promise<Record<string, string>> {
  const { version: _version, ...wire } = await getCurrentFuseWire(program)
  return Object.fromEntries(
    Object.entries(wire).map(([index, state]) => [
      FuseV1Options[Number(index)] ?? index,
      FuseState[Number(state)] ?? String(state),
    ]),
  )
}
