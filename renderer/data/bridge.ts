import type { GalleyBridge } from '../../shared/ipc.ts'

declare global {
  interface Window {
    /** Made by preload from the contract in shared/ipc.ts. */
    readonly galley: GalleyBridge
  }
}

/** The only way out of the renderer: typed calls to main and events from it. */
export const galley: GalleyBridge = window.galley
