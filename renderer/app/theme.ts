import { useEffect } from 'react'
import type { Theme } from '../../shared/ipc.ts'
import { densityPreference } from '../data/preferences.ts'
import { useLocalPreference } from '../data/local-preference.ts'

/** Puts the theme on <html>: light or dark, or nothing for automatic, which follows the system (S2.70, S4.14). */
export function useAppearance(theme: Theme): void {
  const [density] = useLocalPreference(densityPreference)
  useEffect(() => {
    const { dataset } = document.documentElement
    if (theme === 'auto') delete dataset['theme']
    else dataset['theme'] = theme
  }, [theme])
  useEffect(() => {
    document.documentElement.dataset['density'] = density
  }, [density])
}
