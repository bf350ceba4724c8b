import { createElement } from 'react'
import type { EditorFeature } from '../../feature.ts'
import { clipboardCommands } from './clipboard-commands.ts'
import { ClipboardTools } from './clipboard-tools.tsx'
import { registerPasted } from './register-pasted.ts'

/** Copy, paste, drop and files. */
export const clipboard: EditorFeature = {
  name: 'clipboard',
  register: registerPasted,
  Beside: () => createElement(ClipboardTools),
  commands: clipboardCommands,
}
