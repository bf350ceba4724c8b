import { createElement } from 'react'
import type { EditorFeature } from '../../feature.ts'
import { clipboardCommands } from './clipboard-commands.ts'
import { ClipboardTools } from './clipboard-tools.tsx'

/** What goes in and out by the clipboard, by dropping, and as files. */
export const clipboard: EditorFeature = {
  name: 'clipboard',
  Beside: () => createElement(ClipboardTools),
  commands: clipboardCommands,
}
