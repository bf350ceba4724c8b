import type { ValueContext } from '../../../../renderer/fields/field-module.ts'
import { fieldModules } from '../../../../renderer/app/field-modules.ts'
import { pickLabel } from '../../../../shared/cms/labels.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'

/** How values are said, with all types of fields: labels in English, keys of texts as they are, no names of documents. */
export const valueContext = (over: Partial<ValueContext> = {}): ValueContext => ({
  t: (key, vars = {}) => [key, ...Object.entries(vars).map(([name, value]) => `${name}=${value}`)].join(' '),
  label: (label) => pickLabel(label, 'en'),
  formatDate: (iso) => iso,
  formatNumber: String,
  nameOf: () => null,
  types: fieldTypes,
  modules: fieldModules,
  ...over,
})
