import { isVisible, type Overlay } from './form-overlay.ts'
import type { FormErrors } from './form-errors.ts'
import type { ShownError } from './form-snapshot.ts'
import type { Surroundings } from './surroundings.ts'

type Cell = { path: string; locale: string | null }

/** What is wrong in a form, whoever says so: what the form and its fields show of it is decided here. */
export type ShownErrors = {
  at: (path: string, cell: Cell) => ShownError | null
  /** Of all fields that are on the screen and not right; worked out when it is asked for. */
  paths: () => readonly string[]
  /** Something that they are made of is another by now. */
  changed: () => void
}

export function createShownErrors({
  errors,
  overlay,
  around,
  cellOf,
  isEdited,
  isThere,
}: {
  errors: Pick<FormErrors, 'at' | 'paths'>
  overlay: () => Overlay
  around: Pick<Surroundings, 'refused' | 'refusedPaths'> | null
  cellOf: (path: string) => Cell
  isEdited: (path: string, locale: string | null) => boolean
  /** Whether all rows on the way to a place are there. */
  isThere: (path: string) => boolean
}): ShownErrors {
  let known: readonly string[] | null = null
  /** Where the server's own validation has found something, by the overlay that says so; most fields it has none of. */
  let judged: { of: Overlay; paths: readonly string[] } | null = null

  function judgedPaths(): readonly string[] {
    const of = overlay()
    if (judged?.of !== of)
      judged = { of, paths: [...of].flatMap(([path, { error }]) => (error === null ? [] : [path])) }
    return judged.paths
  }

  function at(path: string, cell: Cell): ShownError | null {
    const error = errors.at(path)
    const found: ShownError | null = error === null ? null : { by: 'form', error }
    if (isInvalid(found)) return found
    // Of a field that nobody has touched it is not said yet.
    const said = isEdited(path, cell.locale) ? (overlay().get(path)?.error ?? null) : null
    if (said !== null) return { by: 'server', message: said }
    return around?.refused(path, cell) ?? found
  }

  return {
    at,
    paths() {
      if (known !== null) return known
      const said = [...judgedPaths(), ...(around?.refusedPaths() ?? [])]
      known = [...new Set([...errors.paths(), ...said.filter(isThere)])].filter(
        (path) => isVisible(overlay(), path) && isInvalid(at(path, cellOf(path))),
      )
      return known
    },
    changed() {
      known = null
    },
  }
}

/** Advice is shown, and keeps nothing back. */
export function isInvalid(error: ShownError | null): boolean {
  return error !== null && !(error.by === 'form' && error.error.advice === true)
}
