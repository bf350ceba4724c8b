import type { Container } from '../../shared/document/resolve-field.ts'
import { useInvalidPlaces, type InvalidPlace } from '../form/form-context.tsx'
import { isAround } from '../form/form-state.ts'

/** How many fields in a container, or in one part of it, are not valid. */
export function useErrorCount(container: Pick<Container, 'path' | 'part'>): number {
  return countInside(container, useInvalidPlaces())
}

/** How many of these places lie in a container. Each is found in its own form: a list may have rows of its own there. */
export function countInside(
  container: Pick<Container, 'path' | 'part'>,
  places: readonly InvalidPlace[],
): number {
  return places.filter(({ form, path }) => isAround(form.resolve(path)?.containers ?? [], container)).length
}
