import type { UiField } from '../../../shared/cms/schema-model.ts'
import type { ContainerFieldModule } from '../field-module.ts'

/** A component of the site's own admin: it cannot run here, and it holds no value. */
export const ui: ContainerFieldModule<UiField> = { Input: () => null }
