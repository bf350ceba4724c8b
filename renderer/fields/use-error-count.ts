import type { Field } from '../../shared/cms/schema-model.ts'
import { useFormState } from '../form/form-context.tsx'
import { countWithin, pathsWithin } from './paths-within.ts'

/** How many fields in a container are not valid. */
export function useErrorCount(fields: Field[], path: string): number {
  const within = pathsWithin(fields, path)
  return useFormState((form) => countWithin(within, form.invalid))
}
