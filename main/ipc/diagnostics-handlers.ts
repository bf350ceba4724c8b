import type { Handlers } from './bind-contract.ts'
import type { HandlerContext } from './handler-context.ts'

type DiagnosticsHandlers = Pick<
  Handlers,
  'diagnostics.read' | 'diagnostics.connect' | 'diagnostics.checkStore' | 'diagnostics.showLog'
>

export function diagnosticsHandlers({ diagnostics }: HandlerContext): DiagnosticsHandlers {
  return {
    'diagnostics.read': () => diagnostics.read(),
    'diagnostics.connect': ({ url }) => diagnostics.connect(url),
    'diagnostics.checkStore': () => diagnostics.checkStore(),
    'diagnostics.showLog': () => diagnostics.showLog(),
  }
}
