import { ArrowDown, ArrowLeftRight, Columns2, Languages } from 'lucide-react'
import { useCommand } from '../../../commands/use-commands.ts'
import type { Beside } from '../../../fields/second-locale/beside-context.ts'
import { nameOfForm } from '../../../fields/second-locale/beside-context.ts'
import { copiesInto, copyInto } from '../../../fields/second-locale/copy-locale.ts'
import { COPY_FIELD_KEY } from '../../../fields/second-locale/translation-mark.tsx'
import { useFieldScope } from '../../../fields/field-scope.tsx'
import { fieldId } from '../../../form/form-context.tsx'
import { useT } from '../../../i18n/use-t.ts'
import { announce } from '../../../ui/live-region/announce.ts'
import { focusIn } from '../use-lead-to.ts'
import type { SecondLocale } from './use-second-locale.ts'
import { nextWork } from './use-translation-work.ts'

export const TOGGLE_KEY = 'Mod+Shift+L'
export const NEXT_KEY = 'Mod+Shift+J'
const OTHER_KEY = 'Mod+J'

/** Two locales side by side, by keys and from the palette. */
export function useSecondLocaleCommands(beside: Beside | null, locales: SecondLocale): void {
  const { t } = useT()
  const scope = useFieldScope()
  useCommand({
    id: 'locales.beside',
    title: 'galley:locales.beside',
    icon: Columns2,
    shortcut: TOGGLE_KEY,
    run: locales.toggle,
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
      const path = pairOf(document.activeElement)?.path
      if (beside === null || path === undefined || beside.source.locale === null) return
      const copies = copiesInto(beside.target, scope, beside.source.locale, path)
      const names = {
        source: nameOfForm(beside, beside.source),
        target: nameOfForm(beside, beside.target),
      }
      if (copyInto(beside.target, copies) > 0) announce(t('galley:locales.copiedField', names))
    },
    when: () => beside !== null,
  })
}

/** The field that an element is in, where it stands in two locales, and which of them it is. */
function pairOf(element: Element | null): { path: string; locale: string | null } | null {
  const path = element?.closest('[data-locale-pair]')?.getAttribute('data-locale-pair')
  const locale = element?.closest('[data-locale]')?.getAttribute('data-locale') ?? null
  return path == null ? null : { path, locale }
}

/** Leads to the next field that is missing or older in the locale that is translated into. */
export function goToNext(beside: Beside): void {
  const next = nextWork(beside, pairOf(document.activeElement)?.path ?? null)
  if (next !== null) beside.target.show(next)
}

/** Leads to the same field in the other locale: at once, so that what is typed next is typed there. */
function goToOther({ source, target }: Beside): void {
  const here = pairOf(document.activeElement)
  if (here === null) return
  const other = here.locale === target.locale ? source : target
  const place = document.getElementById(fieldId(other, here.path))
  if (place !== null) focusIn(place)
}
