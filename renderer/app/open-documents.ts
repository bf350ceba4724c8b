import { fieldTypes } from '../../shared/fields/registry.ts'
import { afterFrame } from '../data/frames.ts'
import { galley } from '../data/bridge.ts'
import { heardJournal } from '../data/store-errors.ts'
import { countsAsError } from '../fields/field-module.ts'
import { fieldModules } from './field-modules.ts'
import { forgetRowsWithAccount } from '../fields/rows/rows-clipboard.ts'
import { forgetChoicesWithAccount } from '../unsent/made-choices.ts'
import { createOpenDocuments } from '../form/open-documents.ts'

export const openDocuments = createOpenDocuments({
  bridge: galley,
  types: fieldTypes,
  counts: countsAsError(fieldModules),
  onJournal: heardJournal,
  afterFrame,
})

forgetRowsWithAccount(galley)
forgetChoicesWithAccount(galley)

// Typed edits are written at once when the window loses the focus, is covered or closes (SY1).
const flush = () => void openDocuments.flush()
window.addEventListener('blur', flush)
window.addEventListener('pagehide', flush)
document.addEventListener('visibilitychange', flush)
