import type { Container } from '../../shared/document/resolve-field.ts'
import { useForm, useInvalidPaths } from '../form/form-context.tsx'
import { isAround, type FormState } from '../form/form-state.ts'

/** How many fields in a container, or in one part of it, are not valid. */
export function useErrorCount(container: Pick<Container, 'path' | 'part'>): number {
  const form = useForm()
  return countInside(form, container, useInvalidPaths())
}

/** How many of these places lie in a container. */
export function countInside(
  form: FormState,
  container: Pick<Container, 'path' | 'part'>,
  paths: readonly string[],
): number {
  return paths.filter((path) => isAround(form.resolve(path)?.containers ?? [], container)).length
}
