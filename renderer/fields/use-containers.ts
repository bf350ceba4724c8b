import { useEffect, useEffectEvent } from 'react'
import { parentPath } from '../../shared/document/path.ts'
import type { Container } from '../../shared/document/resolve-field.ts'
import {
  useForm,
  useSecondForm,
  useStateOf,
  useInvalidPlaces,
  type InvalidPlace,
} from '../form/form-context.tsx'
import { type FormState, isAround } from '../form/form-state.ts'

/** Calls `open` with the container at this path when a field in it is revealed, in any locale. */
export function useReveal(path: string, open: (container: Container) => void): void {
  const form = useForm()
  const second = useSecondForm()
  useRevealIn(form, path, open)
  useRevealIn(second ?? form, path, second === null ? ignore : open)
}

const ignore = () => undefined

function useRevealIn(form: FormState, path: string, open: (container: Container) => void): void {
  const reveal = useStateOf(form, (state) => state.reveal)
  const onReveal = useEffectEvent((wanted: string) => {
    // For a row itself, the containers around its list.
    const resolved = form.resolve(wanted) ?? form.resolve(parentPath(wanted).parent)
    const container = resolved?.containers.find((one) => one.path === path)
    if (container) open(container)
  })
  useEffect(() => {
    if (reveal) onReveal(reveal.path)
  }, [reveal])
}

/** Returns the number of invalid fields in a container, or in one part of it. */
export function useErrorCount(container: Pick<Container, 'path' | 'part'>): number {
  return countInside(container, useInvalidPlaces())
}

/**
 * Counts the places inside a container. Each path is resolved in its own form, since a localized list may
 * have other rows there.
 */
export function countInside(
  container: Pick<Container, 'path' | 'part'>,
  places: readonly InvalidPlace[],
): number {
  return places.filter(({ form, path }) => isAround(form.resolve(path)?.containers ?? [], container)).length
}
