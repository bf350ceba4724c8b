import { ArrowDown, ArrowLeftRight, Columns2, Languages } from 'lucide-react'
import { useCommand } from '../../../commands/use-commands.ts'
import type { Beside } from '../../../fields/second-locale/other-locale-context.ts'
import { COPY_FIELD_KEY } from '../../../fields/second-locale/translation-mark.tsx'
import { useCopyField } from '../../../fields/second-locale/copy-locale.ts'
import { useFieldScope } from '../../../fields/field-scope.tsx'
import { fieldId, useForm } from '../../../form/form-context.tsx'
import type { FormState } from '../../../form/form-state.ts'
import { focusIn } from '../use-lead-to.ts'
import type { SecondLocale } from './use-second-locale.ts'
import { nextWork } from './use-translation-work.ts'

export const TOGGLE_KEY = 'Mod+Shift+L'
export const NEXT_KEY = 'Mod+Shift+J'
const OTHER_KEY = 'Mod+J'

/** Registers the commands for two locales side by side. */
export function useSecondLocaleCommands(beside: Beside | null, locales: SecondLocale): void {
  const form = useForm()
  const scope = useFieldScope()
  const copyField = useCopyField()
  useCommand({
    id: 'locales.beside',
    title: 'galley:locales.beside',
    icon: Columns2,
    shortcut: TOGGLE_KEY,
    run: () => toggleBeside(form, locales),
    when: () => locales.choices.length > 0,
  })
  useCommand({
    id: 'locales.next',
    title: 'galley:locales.next',
    icon: ArrowDown,
    shortcut: NEXT_KEY,
    run: () => beside && goToNext(beside),
    when: () => beside !== null,
  })
  useCommand({
    id: 'locales.other',
    title: 'galley:locales.other',
    icon: ArrowLeftRight,
    shortcut: OTHER_KEY,
    run: () => beside && goToOther(beside),
    when: () => beside !== null,
  })
  useCommand({
    id: 'locales.copyField',
    title: 'galley:locales.copyThisField',
    icon: Languages,
    shortcut: COPY_FIELD_KEY,
    run() {
      const here = pairOf(document.activeElement)
      // In a row the command does not mean the whole list.
      if (beside !== null && here !== null && !here.isInRow) copyField(beside, scope, here.path)
    },
    when: () => beside !== null,
  })
}

/**
 * Returns the field with two locales around an element, and the element's locale. `isInRow`: the field is a list, and
 * the element is in one of its rows.
 */
function pairOf(element: Element | null): { path: string; locale: string | null; isInRow: boolean } | null {
  const pair = element?.closest('[data-locale-pair]') ?? null
  const path = pair?.getAttribute('data-locale-pair') ?? null
  if (element === null || pair === null || path === null) return null
  const locale = element.closest('[data-locale]')?.getAttribute('data-locale') ?? null
  const row = element.closest('[data-row]')
  return { path, locale, isInRow: row !== null && pair.contains(row) }
}

/** Toggles the second locale; the focus moves to the same field of the locale that stays. */
function toggleBeside(form: FormState, { second, toggle }: SecondLocale): void {
  const here = pairOf(document.activeElement)
  const isLeaving = here !== null && second !== null && here.locale === second.code
  const place = isLeaving ? document.getElementById(fieldId(form, here.path)) : null
  if (place !== null) focusIn(place)
  toggle()
}

/** Reveals the next field that is missing or older in the target locale. */
export function goToNext(beside: Beside): void {
  const next = nextWork(beside, pairOf(document.activeElement)?.path ?? null)
  if (next !== null) beside.target.show(next)
}

/** Focuses the same field in the other locale, at once, so that the next key is typed there. */
function goToOther({ source, target }: Beside): void {
  const here = pairOf(document.activeElement)
  if (here === null) return
  const other = here.locale === target.locale ? source : target
  const place = document.getElementById(fieldId(other, here.path))
  if (place !== null) focusIn(place)
}
